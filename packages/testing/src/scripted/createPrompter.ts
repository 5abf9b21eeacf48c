/** What shows prompts to the user of a wallet, one after the other. */
export type Prompter<request> = {
  /** How many prompts were shown. */
  readonly shown: () => number
  /** Whether one is open now. */
  readonly isOpen: () => boolean
  /** Asks when all earlier prompts are answered. */
  readonly ask: (request: request) => Promise<boolean>
  /** A prompt that is open as long as `answer` takes. */
  readonly hold: (answer: Promise<void>) => Promise<void>
}

export function createPrompter<request>(user: (request: request) => boolean | Promise<boolean>): Prompter<request> {
  let shown = 0
  let open = 0
  let last: Promise<unknown> = Promise.resolve()
  const show = async <T>(answer: () => T | Promise<T>): Promise<T> => {
    shown += 1
    open += 1
    try {
      return await answer()
    } finally {
      open -= 1
    }
  }
  return {
    shown: () => shown,
    isOpen: () => open > 0,
    ask: (request) => {
      const answer = last.then(() => show(() => user(request)))
      // the next prompt comes after this one, however that ended
      last = answer.catch(() => undefined)
      return answer
    },
    hold: (answer) => show(() => answer),
  }
}
