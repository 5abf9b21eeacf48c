/** The user of a scripted wallet: approves, rejects, or leaves prompts open. Approves initially. */
export type TestUser = {
  /** For the option `ask` of a wallet. */
  readonly ask: () => boolean | Promise<boolean>
  readonly controls: {
    approve(): void
    reject(): void
    /** Leaves prompts open from now on. */
    hang(): void
    /** Approves all open prompts and all later ones. */
    release(): void
  }
}

export function createTestUser(): TestUser {
  let answer: boolean | undefined = true
  let open: ((answer: boolean) => void)[] = []
  const answerWith = (value: typeof answer) => (): void => {
    answer = value
  }
  return {
    ask: () => answer ?? new Promise<boolean>((resolve) => open.push(resolve)),
    controls: {
      approve: answerWith(true),
      reject: answerWith(false),
      hang: answerWith(undefined),
      release() {
        answer = true
        const released = open
        open = []
        for (const resolve of released) resolve(true)
      },
    },
  }
}
