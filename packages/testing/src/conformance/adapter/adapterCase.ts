import type { AdapterInstance, Connector } from '@latchkey/core'
import { type CaseRun, checkRig, defineCase } from '../defineCase.js'
import { expectAnswer, getCheck, getFeature } from '../features.js'
import { type CaseText, type ConformanceCase, need } from '../runConformance.js'
import type { Waiting } from '../waiting.js'
import type { AdapterRig, AdapterSubject } from './adapterSubject.js'
import { createWorld, type World } from './createWorld.js'

export function adapterCase(text: CaseText, run: CaseRun<AdapterRig>): ConformanceCase<AdapterSubject> {
  return defineCase(text, async (rig, ...rest) => {
    checkRig(rig, { createAdapter: 'function', network: 'object', controls: 'object' })
    await run(rig, ...rest)
  })
}

export type AtWork = {
  readonly instance: AdapterInstance
  readonly world: World
  /** Adds one more wallet to the page, and waits until it is among the connectors. Not applicable without the control. */
  readonly announce: () => Promise<readonly Connector[]>
}

/** Sets the adapter up in a separate world, and cleans it up when the case ends. */
export async function withInstance(
  rig: AdapterRig,
  wait: Waiting,
  run: (atWork: AtWork) => Promise<void>,
): Promise<void> {
  const world = createWorld(rig)
  const instance = await wait.settle('setup()', () => rig.createAdapter().setup(world.context))
  try {
    await run({ instance, world, announce: () => announce(rig, wait, instance, world) })
  } finally {
    end(instance)
    world.abort()
  }
}

/** Destroys an instance, and ignores errors. Cases about destruction check it more closely. */
export function end(instance: AdapterInstance): void {
  try {
    instance.destroy()
  } catch {
    // the error of the case itself says more
  }
}

export async function announce(
  { controls }: AdapterRig,
  wait: Waiting,
  instance: AdapterInstance,
  { page }: World,
): Promise<readonly Connector[]> {
  const come = need(controls.announce, 'controls.announce')
  const before = instance.getConnectors().length
  await come(page.outside)
  await wait.until('A connector for the wallet that came', () => instance.getConnectors().length > before)
  return instance.getConnectors()
}

/** Calls a feature of the adapter with its check's request, and verifies the result. */
export async function toAnswer(rig: AdapterRig, { instance }: AtWork, wait: Waiting, name: string): Promise<unknown> {
  const feature = getFeature(instance.features, name)
  const ownCheck = getCheck(rig.checks, name)
  return expectAnswer(wait, { name, feature, check: ownCheck, account: rig.account, network: rig.network })
}
