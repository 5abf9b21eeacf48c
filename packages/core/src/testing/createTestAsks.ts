/** A question that waits for an answer. */
type TestAsk = {
  readonly name: string
  /** What came with it, e.g. an email or a code. */
  readonly text: string
  readonly signal: AbortSignal
  /** Answering after its signal aborted is allowed: frames do that. */
  approve(reply?: unknown): void
  fail(cause: unknown): void
  isOver(): boolean
}

export type TestAsks = {
  /** Every question so far, oldest first. */
  readonly requests: TestAsk[]
  ask<reply>(
    name: string,
    request: Pick<TestAsk, 'text' | 'signal'>,
    toReply: (reply: unknown) => reply,
  ): Promise<reply>
  /** The newest of this name. */
  last(name: string): TestAsk
  /** Names and texts of those that wait for an answer still, and that somebody waits for. */
  open(): readonly string[]
}

/** Questions that wait until the test answers them. */
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
      if (!request) throw new Error(`Nobody has asked for ${name}.`)
      return request
    },
    open: () =>
      requests
        .filter(({ isOver, signal }) => !isOver() && !signal.aborted)
        .map(({ name, text }) => (text ? `${name} ${text}` : name)),
  }
}
