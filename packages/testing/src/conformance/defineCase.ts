import { describe, Finding } from './checks.js'
import { type CaseText, type ConformanceCase, NotApplicableError } from './runConformance.js'
import { createWaiting, type Waiting } from './waiting.js'

export type Awaitable<value = void> = value | Promise<value>

/** What every subject has. */
export type Subject<rig> = {
  /** Makes everything anew: no case sees what another has left. */
  readonly create: () => Promise<rig>
  /** Milliseconds that the wallet or the chain may take for anything. Default 5000. */
  readonly patience?: number | undefined
}

/** What every rig has. */
export type Rig = {
  /** Takes down what `create` has put up. */
  readonly destroy: () => Awaitable
}

/** What a case does with a fresh rig. */
export type CaseRun<rig> = (rig: rig, wait: Waiting, subject: Subject<rig>) => Promise<void>

/** A case that gets its own rig and leaves none behind. */
export function defineCase<rig extends Rig>(text: CaseText, run: CaseRun<rig>): ConformanceCase<Subject<rig>> {
  return {
    ...text,
    async run(subject) {
      const rig = await subject.create()
      const end = async (): Promise<void> => rig.destroy()
      try {
        await run(rig, createWaiting(subject.patience ?? 5_000), subject)
      } catch (cause) {
        await end().catch(() => undefined) // why the case failed says more than why its end did
        throw toCaseError(text, cause)
      }
      await end()
    },
  }
}

function toCaseError({ why, fix }: CaseText, thrown: unknown): Error {
  if (thrown instanceof NotApplicableError) return thrown
  const isFinding = thrown instanceof Finding
  const what = isFinding ? thrown.message : `It threw ${describe(thrown)}.`
  const cause = isFinding ? thrown.cause : thrown
  const text = `${what}\nWhy it matters: ${why}\nHow to fix it: ${fix}`
  return new Error(text, cause === undefined ? undefined : { cause })
}
