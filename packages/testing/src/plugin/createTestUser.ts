/** Who holds a scripted wallet: says yes, says no, or lets prompts stay open. Yes at first. */
export type TestUser = {
  /** For the `ask` of a wallet. */
  readonly ask: () => boolean | Promise<boolean>
  readonly controls: {
    approve(): void
    reject(): void
    /** Prompts stay open from now on. */
    hang(): void
    /** Says yes to all that are open, and from now on. */
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
