/** What Esplora refuses, with its status and words. */
export class EsploraError extends Error {
  readonly status: number

  constructor(message: string, { status, cause }: { readonly status: number; readonly cause?: unknown }) {
    super(message, { cause })
    this.name = 'EsploraError'
    this.status = status
  }
}
