/** What Esplora refuses, with its status and words. */
export class EsploraError extends Error {
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'EsploraError'
    this.status = status
  }
}
