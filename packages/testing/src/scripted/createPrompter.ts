/** Shows prompts to the user of a wallet, one at a time. */
export type Prompter<request> = {
  /** Number of prompts shown. */
  readonly shown: () => number
  /** Whether a prompt is open now. */
  readonly isOpen: () => boolean
  /** Shows a prompt after all earlier ones are answered. */
  readonly ask: (request: request) => Promise<boolean>
  /** Shows a prompt that stays open until `answer` resolves. */
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
      // the next prompt follows, whatever the outcome
      last = answer.catch(() => undefined)
      return answer
    },
    hold: (answer) => show(() => answer),
  }
}
