import type { AdapterInstance } from '@latchkey/core'
import { check } from '../checks.js'
import type { ConformanceCase } from '../runConformance.js'
import { never, type Waiting } from '../waiting.js'
import { adapterCase, announce, end } from './adapterCase.js'
import type { AdapterRig, AdapterSubject } from './adapterSubject.js'
import { createWorld, type World } from './createWorld.js'

/** Destroying an adapter must release everything. */
export const endCases: readonly ConformanceCase<AdapterSubject>[] = [
  adapterCase(
    {
      name: 'destroy: leaves no listener and no timer',
      why: 'Pages create and destroy modals as they render, so leftovers would leak memory.',
      fix: 'Remove every listener of window and document in destroy(), and cancel every timer.',
    },
    async (rig, wait) => {
      const { instance, world } = await toBusy(rig, wait)
      instance.destroy()
      await expectNothing('destroy()', world, wait)
    },
  ),
  adapterCase(
    {
      name: 'destroy: may be called twice',
      why: 'Development servers and strict modes destroy a page more than once.',
      fix: 'Let the second destroy() do nothing.',
    },
    async (rig, wait) => {
      const { instance } = await toBusy(rig, wait)
      await wait.settle('destroy()', () => instance.destroy())
      await wait.settle('The second destroy()', () => instance.destroy())
    },
  ),
  adapterCase(
    {
      name: 'destroy: reports no wallets afterwards',
      why: 'The listeners belong to a destroyed modal.',
      fix: 'Remove all listeners in destroy().',
    },
    async (rig, wait) => {
      const { instance, world } = await toBusy(rig, wait)
      let count = 0
      instance.onConnectorsChange(() => {
        count += 1
      })
      instance.destroy()
      await rig.controls.announce?.(world.page.outside)
      await wait.quiet()
      check(count === 0, 'onConnectorsChange() called a listener after destroy().')
    },
  ),
  adapterCase(
    {
      name: "abort: leaves no listener and no timer when the adapter's context ends",
      why: 'The signal also ends work that destroy() does not know about yet.',
      fix: "Listen to context.signal, or pass it on: listeners and env's fetch accept it as `signal`.",
    },
    async (rig, wait) => {
      const { instance, world } = await toBusy(rig, wait)
      world.abort()
      try {
        await expectNothing('The end of context.signal', world, wait)
      } finally {
        end(instance)
      }
    },
  ),
]

/** Starts an instance that has found a wallet and called a node, as far as the subject allows. */
async function toBusy(rig: AdapterRig, wait: Waiting): Promise<{ instance: AdapterInstance; world: World }> {
  const { account, controls, network } = rig
  const world = createWorld(rig)
  const instance = await wait.settle('setup()', () => rig.createAdapter().setup(world.context))
  const read = instance.features['balance:read']
  if (controls.announce) await announce(rig, wait, instance, world)
  if (account && read) await wait.settle("'balance:read'", () => read({ account, network, signal: never() }))
  return { instance, world }
}

async function expectNothing(what: string, { page, timers }: World, wait: Waiting): Promise<void> {
  await wait.quiet()
  check(page.listeners() === 0, `${what} left ${page.listeners()} listeners on the page.`)
  check(timers() === 0, `${what} left ${timers()} timers.`)
}
