/** An open prompt, which the test approves or rejects. */
export type OpenPrompt<request> = {
  readonly request: request
  readonly approve: () => void
  readonly reject: () => void
}

export type NextPromptOptions = {
  /** Milliseconds. Default: 10,000. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Lets a test act as the user of a wallet. */
export type Prompts<request = unknown> = {
  /** For the option `ask` of a wallet. */
  readonly ask: (request: request) => Promise<boolean>
  /** Resolves with the oldest prompt that was not returned yet. Rejects on timeout. */
  readonly next: (options?: NextPromptOptions) => Promise<OpenPrompt<request>>
  /** Rejects all open prompts and all later ones. */
  readonly close: () => void
}

type Waiting<request> = (prompt: OpenPrompt<request>) => void

/** Creates prompts that a test answers one by one. */
export function createPrompts<request>(): Prompts<request> {
  const open: OpenPrompt<request>[] = []
  const waiting = new Set<Waiting<request>>()
  const undecided = new Set<() => void>()
  let isClosed = false

  return {
    ask: (request) =>
      new Promise((resolve) => {
        if (isClosed) return resolve(false)
        const settle = (answer: boolean) => (): void => {
          undecided.delete(reject)
          resolve(answer)
        }
        const reject = settle(false)
        undecided.add(reject)
        const prompt = { request, approve: settle(true), reject }
        const [first] = waiting
        if (!first) return void open.push(prompt)
        waiting.delete(first)
        first(prompt)
      }),
    next: ({ timeout = 10_000, signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const prompt = open.shift()
        if (prompt) return resolve(prompt)
        const give: Waiting<request> = (next) => {
          end()
          resolve(next)
        }
        const fail = (cause: unknown) => (): void => {
          end()
          reject(cause)
        }
        const onAbort = (): void => fail(signal?.reason)()
        const timer = setTimeout(fail(new Error(`No wallet showed a prompt within ${timeout} ms.`)), timeout)
        const end = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', onAbort)
          waiting.delete(give)
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        waiting.add(give)
      }),
    close() {
      isClosed = true
      for (const reject of [...undecided]) reject()
    },
  }
}
