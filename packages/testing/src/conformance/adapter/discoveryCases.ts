import { check, describe } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { adapterCase, announce, end, withInstance } from './adapterCase.js'
import type { AdapterSubject } from './adapterSubject.js'
import { createWorld } from './createWorld.js'

/** Wallet discovery. */
export const discoveryCases: readonly ConformanceCase<AdapterSubject>[] = [
  adapterCase(
    {
      name: 'connectors: each is the same object every time',
      why: 'The modal compares them to see who came and who went: a new object would be a new wallet.',
      fix: 'Create a connector when its wallet comes, and keep it.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const first = await atWork.announce()
        const again = atWork.instance.getConnectors()
        const isKept = again.length === first.length && first.every((connector, index) => connector === again[index])
        check(isKept, 'getConnectors() gave other objects the second time.')
        const more = await atWork.announce()
        check(
          first.every((connector) => more.includes(connector)),
          'getConnectors() gave another object for a wallet that was there, after one more had come.',
        )
      }),
  ),
  adapterCase(
    {
      name: 'connectors: have an id each, and serve the namespace of the adapter',
      why: 'The first connector with an id keeps it: another one with the same would never be shown.',
      fix: 'Make ids from what tells wallets apart, and list the namespace in `meta.namespaces`.',
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
      name: 'onConnectorsChange: tells of a wallet that comes',
      why: 'Wallets announce themselves late; the list shows them when the adapter says so.',
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
      name: 'onConnectorsChange: unsubscribing ends it, for that listener alone',
      why: 'A modal that is gone must not be told any more.',
      fix: 'Return a function that removes just this listener. Calling it again does nothing.',
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
      name: 'onConnectorsChange: a listener that throws stops no other',
      why: 'Several parts of an app listen; a mistake in one must not blind the rest.',
      fix: 'Call each listener in its own try block, and give what it throws to context.warn().',
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
      name: 'instances: two of one plugin share nothing',
      why: 'Several modals live on one page, and each may end while the others go on.',
      fix: 'Keep all state inside of setup().',
    },
    async (rig, wait) => {
      need(rig.controls.announce, 'controls.announce')
      const adapter = rig.createAdapter()
      const [worldA, worldB] = [createWorld(rig), createWorld(rig)]
      const [a, b] = [adapter.setup(worldA.context), adapter.setup(worldB.context)]
      try {
        check(a !== b, 'Two calls of setup() gave one instance.')
        const before = b.getConnectors().length
        await announce(rig, wait, a, worldA)
        await wait.quiet()
        check(b.getConnectors().length === before, 'A wallet that came to one instance came to the other as well.')
        a.destroy()
        await announce(rig, wait, b, worldB)
      } finally {
        end(a)
        end(b)
      }
    },
  ),
]
