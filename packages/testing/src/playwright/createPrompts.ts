/** A prompt that is open: the wallet waits for one of the two. */
export type OpenPrompt<request> = {
  readonly request: request
  readonly approve: () => void
  readonly reject: () => void
}

export type NextPromptOptions = {
  /** Milliseconds; 10,000 unless told. */
  readonly timeout?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The user of a wallet, in the hands of a test. */
export type Prompts<request = unknown> = {
  /** The option `ask` of a wallet. */
  readonly ask: (request: request) => Promise<boolean>
  /** The oldest prompt that was not handed out yet, as soon as there is one. Rejects where none comes. */
  readonly next: (options?: NextPromptOptions) => Promise<OpenPrompt<request>>
  /** Answers all that is open, and all that comes, with no. */
  readonly close: () => void
}

type Waiting<request> = (prompt: OpenPrompt<request>) => void

/** Lets a test decide about prompts, one by one. */
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
        const timer = setTimeout(fail(new Error(`No wallet has asked within ${timeout} ms.`)), timeout)
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
