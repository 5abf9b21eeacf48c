import { expectAnswer, getCheck, getFeature } from '../features.js'
import type { Waiting } from '../waiting.js'
import type { AtWork } from './adapterCase.js'
import type { AdapterRig } from './adapterSubject.js'

/** What a feature of the adapter gives to the request of its check, which has to like it. */
export async function toAnswer(rig: AdapterRig, { instance }: AtWork, wait: Waiting, name: string): Promise<unknown> {
  const feature = getFeature(instance.features, name)
  const ownCheck = getCheck(rig.checks, name)
  return expectAnswer(wait, { name, feature, check: ownCheck, account: rig.account, network: rig.network })
}
