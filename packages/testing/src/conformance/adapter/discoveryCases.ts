import { check, describe } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { adapterCase, announce, end, withInstance } from './adapterCase.js'
import type { AdapterSubject } from './adapterSubject.js'
import { createWorld } from './createWorld.js'

/** Wallet discovery. */
export const discoveryCases: readonly ConformanceCase<AdapterSubject>[] = [
  adapterCase(
    {
      name: 'connectors: returns the same objects every time',
      why: 'The modal compares objects to detect added and removed wallets: a new object would be a new wallet.',
      fix: 'Create a connector once, when its wallet appears, and keep it.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const first = await atWork.announce()
        const again = atWork.instance.getConnectors()
        const isKept = again.length === first.length && first.every((connector, index) => connector === again[index])
        check(isKept, 'getConnectors() returned other objects the second time.')
        const more = await atWork.announce()
        check(
          first.every((connector) => more.includes(connector)),
          'getConnectors() returned another object for an existing wallet after a new one appeared.',
        )
      }),
  ),
  adapterCase(
    {
      name: 'connectors: each has its own id and serves the namespace of the adapter',
      why: 'Ids must be unique: a second connector with the same id is never shown.',
      fix: 'Derive ids from what distinguishes wallets, and list the namespace in `meta.namespaces`.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const { namespace } = rig.createAdapter()
        await atWork.announce()
        const connectors = await atWork.announce()
        const ids = connectors.map(({ meta }) => meta.id)
        check(new Set(ids).size === ids.length, `Two connectors have one id: ${describe(ids)}.`)
        for (const { meta } of connectors)
          check(meta.namespaces.includes(namespace), `${meta.id} has the namespaces ${describe(meta.namespaces)}.`)
      }),
  ),
  adapterCase(
    {
      name: 'onConnectorsChange: reports a wallet that is announced later',
      why: 'Wallets may announce themselves late; the list is updated when the adapter reports them.',
      fix: 'Add the connector first, then call the listeners.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const sizes: number[] = []
        const stop = atWork.instance.onConnectorsChange(() => {
          sizes.push(atWork.instance.getConnectors().length)
        })
        const connectors = await atWork.announce()
        await wait.until('onConnectorsChange() after a wallet had come', () => sizes.length > 0)
        stop()
        const size = sizes.at(-1)
        check(size === connectors.length, `A listener saw ${size} connectors; there were ${connectors.length}.`)
      }),
  ),
  adapterCase(
    {
      name: 'onConnectorsChange: unsubscribing removes only that listener',
      why: 'A destroyed modal must not be notified any more.',
      fix: 'Return a function that removes only this listener and can be called twice.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const counts = { left: 0, stayed: 0 }
        const leave = atWork.instance.onConnectorsChange(() => {
          counts.left += 1
        })
        const stop = atWork.instance.onConnectorsChange(() => {
          counts.stayed += 1
        })
        leave()
        leave()
        await atWork.announce()
        await wait.until('onConnectorsChange() for the listener that stayed', () => counts.stayed > 0)
        stop()
        check(counts.left === 0, 'A listener was called after it had unsubscribed from onConnectorsChange().')
      }),
  ),
  adapterCase(
    {
      name: 'onConnectorsChange: still calls other listeners after one has thrown',
      why: 'Several parts of an app listen; an error in one must not affect the others.',
      fix: 'Call each listener in its own try block, and pass its error to context.warn().',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        let count = 0
        const leave = atWork.instance.onConnectorsChange(() => {
          throw new Error('A listener of a conformance case throws on purpose.')
        })
        const stop = atWork.instance.onConnectorsChange(() => {
          count += 1
        })
        await atWork.announce()
        await wait.until('onConnectorsChange() for the listener after one that throws', () => count > 0)
        leave()
        stop()
      }),
  ),
  adapterCase(
    {
      name: 'instances: two instances of one plugin share no state',
      why: 'A page can have several modals, and each can be destroyed while the others continue.',
      fix: 'Keep all state inside of setup().',
    },
    async (rig, wait) => {
      need(rig.controls.announce, 'controls.announce')
      const adapter = rig.createAdapter()
      const [worldA, worldB] = [createWorld(rig), createWorld(rig)]
      const [a, b] = [adapter.setup(worldA.context), adapter.setup(worldB.context)]
      try {
        check(a !== b, 'Two calls of setup() returned the same instance.')
        const before = b.getConnectors().length
        await announce(rig, wait, a, worldA)
        await wait.quiet()
        check(b.getConnectors().length === before, 'A wallet added to one instance also appeared in the other.')
        a.destroy()
        await announce(rig, wait, b, worldB)
      } finally {
        end(a)
        end(b)
      }
    },
  ),
]
