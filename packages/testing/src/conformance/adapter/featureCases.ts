import { check, describe, isImageUrl } from '../checks.js'
import { expectFunctions, getOthers } from '../features.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { adapterCase, toAnswer, withInstance } from './adapterCase.js'
import type { AdapterSubject } from './adapterSubject.js'

/** Features of core with cases of their own. */
const own = ['balance:read', 'gas:estimate', 'network:image', 'transaction:confirm']

/** Features of an adapter other than balances. */
export const featureCases: readonly ConformanceCase<AdapterSubject>[] = [
  adapterCase(
    {
      name: 'features: each is a function or absent',
      why: 'Apps offer every feature that exists: one that cannot work is worse than a missing one.',
      fix: 'Leave out of `features` what the chain does not support, instead of null, false or an empty function.',
    },
    (rig, wait) => withInstance(rig, wait, async ({ instance }) => expectFunctions(instance.features)),
  ),
  adapterCase(
    {
      name: 'gas:estimate: resolves with a positive bigint',
      why: 'Apps multiply it by a gas price and show the fee before a transaction is signed.',
      fix: 'Ask a node how much gas this transaction needs.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        const gas = await toAnswer(rig, atWork, wait, 'gas:estimate')
        check(typeof gas === 'bigint' && gas > 0n, `'gas:estimate' returned ${describe(gas)}.`)
      }),
  ),
  adapterCase(
    {
      name: 'network:image: returns undefined, or a data or https URL',
      why: 'It is displayed by an image element; without an image the network gets its initial.',
      fix: 'Return undefined for networks without an image, including unknown ones.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async ({ instance }) => {
        const toImage = need(instance.features['network:image'], "feature 'network:image'")
        const { chainNamespace } = rig.network
        const unknown = { ...rig.network, id: 0, name: 'Nowhere', caipNetworkId: `${chainNamespace}:0` } as const
        for (const network of [rig.network, unknown]) {
          const image = await wait.settle(`'network:image' of ${network.name}`, () => toImage({ network }))
          const isSound = image === undefined || isImageUrl(image)
          check(isSound, `'network:image' of ${network.name} gave ${describe(image)}.`)
        }
      }),
  ),
  adapterCase(
    {
      name: 'features: all others with a check work',
      why: 'Everything in `features` is offered to users.',
      fix: 'Return what the feature promises, or leave it out.',
    },
    (rig, wait) =>
      withInstance(rig, wait, async (atWork) => {
        for (const name of getOthers(rig.checks, own)) await toAnswer(rig, atWork, wait, name)
      }),
  ),
]
