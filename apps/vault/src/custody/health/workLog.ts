import type { WorkView } from '../../protocol/operators.js'

/** When parts outside of custody last worked and last failed, as this process has seen it. */
export type WorkLog = {
  readonly note: (part: WorkPart, isGood: boolean) => void
  readonly get: (part: WorkPart) => WorkView
}

/** A mail server, login provider or network. */
export type WorkPart = 'email' | `provider ${string}` | `network ${string}`

export function createWorkLog({ now }: { readonly now: () => number }): WorkLog {
  const views = new Map<WorkPart, WorkView>()
  return {
    note: (part, isGood) =>
      void views.set(part, { ...views.get(part), [isGood ? 'lastSuccess' : 'lastFailure']: now() }),
    get: (part) => views.get(part) ?? {},
  }
}

/** Notes whether work succeeds. */
export async function noting<value>(
  { work }: { readonly work: WorkLog },
  part: WorkPart,
  run: () => Promise<value>,
): Promise<value> {
  try {
    const result = await run()
    work.note(part, true)
    return result
  } catch (cause) {
    work.note(part, false)
    throw cause
  }
}
