import type { BitcoinAsk } from './bitcoinAsk.js'

export type BitcoinPrompter = {
  /** How many prompts were shown. */
  readonly shown: () => number
  readonly isOpen: () => boolean
  /** Asks when all earlier prompts are answered. */
  readonly ask: (request: BitcoinAsk) => Promise<boolean>
  /** A prompt that is open as long as `answer` takes. */
  readonly hold: (answer: Promise<void>) => Promise<void>
}

export function createBitcoinPrompter(user: (request: BitcoinAsk) => boolean | Promise<boolean>): BitcoinPrompter {
  let shown = 0
  let open = 0
  let last: Promise<unknown> = Promise.resolve()
  const show = async <answer>(take: () => answer | Promise<answer>): Promise<answer> => {
    shown += 1
    open += 1
    try {
      return await take()
    } finally {
      open -= 1
    }
  }
  return {
    shown: () => shown,
    isOpen: () => open > 0,
    ask(request) {
      const answer = last.then(() => show(() => user(request)))
      // the next prompt comes after this one, however that ended
      last = answer.catch(() => undefined)
      return answer
    },
    hold: (answer) => show(() => answer),
  }
}
