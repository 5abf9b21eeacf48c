/** What a route gives. */
export type Answer = {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  /** Seconds that anybody may keep it; not at all unless told. */
  readonly maxAge?: number | undefined
}

export function toJsonAnswer(value: unknown, { status = 200, maxAge }: Partial<Answer> = {}): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value), maxAge }
}
