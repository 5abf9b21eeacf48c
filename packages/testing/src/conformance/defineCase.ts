import { describe, Finding } from './checks.js'
import { type CaseText, type ConformanceCase, InvalidSubjectError, NotApplicableError } from './runConformance.js'
import { createWaiting, type Waiting } from './waiting.js'

export type Awaitable<value = void> = value | Promise<value>

/** The common part of all subjects. */
export type Subject<rig> = {
  /** Creates everything from scratch, so that no case sees another one's state. */
  readonly create: () => Promise<rig>
  /** Timeout for the wallet and the chain in milliseconds. Default: 5000. */
  readonly timeout?: number | undefined
}

/** The common part of all rigs. */
export type Rig = {
  /** Cleans up after `create`. */
  readonly destroy: () => Awaitable
}

/** Runs a case on a fresh rig. */
export type CaseRun<rig> = (rig: rig, wait: Waiting, subject: Subject<rig>) => Promise<void>

/** Defines a case that creates its own rig and destroys it. */
export function defineCase<rig extends Rig>(text: CaseText, run: CaseRun<rig>): ConformanceCase<Subject<rig>> {
  return {
    ...text,
    async run(subject) {
      const rig = await subject.create()
      const end = async (): Promise<void> => rig.destroy()
      try {
        await run(rig, createWaiting(subject.timeout ?? 5_000), subject)
      } catch (cause) {
        await end().catch(() => undefined) // the case's own error says more than the one of its cleanup
        throw toCaseError(text, cause)
      }
      await end()
    },
  }
}

function toCaseError({ why, fix }: CaseText, thrown: unknown): Error {
  if (thrown instanceof NotApplicableError || thrown instanceof InvalidSubjectError) return thrown
  const isFinding = thrown instanceof Finding
  const what = isFinding ? thrown.message : `It threw ${describe(thrown)}.`
  const cause = isFinding ? thrown.cause : thrown
  const text = `${what}\nWhy it matters: ${why}\nHow to fix it: ${fix}`
  return new Error(text, cause === undefined ? undefined : { cause })
}

/** Requires the parts of a rig that every case needs, because subjects can be written in JavaScript. */
export function checkRig<rig extends Rig>(
  rig: rig,
  parts: { readonly [part in keyof rig]?: 'function' | 'object' | 'string' },
): void {
  for (const [name, type] of Object.entries({ ...parts, destroy: 'function' }))
    if (typeof Reflect.get(rig, name) !== type)
      throw new InvalidSubjectError(`The subject returns no ${name}${type === 'function' ? '()' : ''}.`)
}
