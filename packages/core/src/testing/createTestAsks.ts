/** A request that waits for a response. */
type TestAsk = {
  readonly name: string
  /** The content of the request, e.g. an email address or a code. */
  readonly text: string
  readonly signal: AbortSignal
  /** Can be called after its signal aborted, as frames do. */
  approve(reply?: unknown): void
  fail(cause: unknown): void
  isOver(): boolean
}

export type TestAsks = {
  /** All requests so far, oldest first. */
  readonly requests: TestAsk[]
  ask<reply>(
    name: string,
    request: Pick<TestAsk, 'text' | 'signal'>,
    toReply: (reply: unknown) => reply,
  ): Promise<reply>
  /** Returns the newest request with this name. */
  last(name: string): TestAsk
  /** Returns names and texts of the pending requests whose signals haven't aborted. */
  open(): readonly string[]
}

/** Creates a list of requests that wait until the test responds. */
export function createTestAsks(): TestAsks {
  const requests: TestAsk[] = []
  return {
    requests,
    ask: (name, request, toReply) =>
      new Promise((resolve, reject) => {
        let isOver = false
        requests.push({
          name,
          ...request,
          approve(reply) {
            if (isOver) return
            isOver = true
            resolve(toReply(reply))
          },
          fail(cause) {
            isOver = true
            reject(cause)
          },
          isOver: () => isOver,
        })
      }),
    last(name) {
      const request = requests.findLast((candidate) => candidate.name === name)
      if (!request) throw new Error(`No request named ${name}.`)
      return request
    },
    open: () =>
      requests
        .filter(({ isOver, signal }) => !isOver() && !signal.aborted)
        .map(({ name, text }) => (text ? `${name} ${text}` : name)),
  }
}
