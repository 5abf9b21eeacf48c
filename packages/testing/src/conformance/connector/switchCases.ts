import type { CaipNetworkId, ConnectorFeatures, Network } from '@latchkey/core'
import { check, expectCode } from '../checks.js'
import { type ConformanceCase, need } from '../runConformance.js'
import { never, type Waiting } from '../waiting.js'
import { connectorCase, connectSilently, toConnected } from './connectorCase.js'
import type { ConnectorRig, ConnectorSubject } from './connectorSubject.js'
import { abortWhileAsked } from './openPrompt.js'

/** The feature 'network:switch'. */
export const switchCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'network:switch: switches to the requested network',
      why: 'Wallets may respond before or without switching; transactions would go to the wrong chain.',
      fix: 'After the response, ask the wallet for its network, and resolve once it is the requested one.',
    },
    async (rig, wait) => {
      const { switchTo, target } = await prepare(rig, wait)
      await wait.settle("'network:switch', which the user approved,", () =>
        switchTo({ network: target, signal: never() }),
      )
      await expectNetwork(rig, wait, target.caipNetworkId, "after 'network:switch' had resolved")
    },
  ),
  connectorCase(
    {
      name: 'network:switch: rejects with USER_REJECTED if the user declines, and keeps the network',
      why: 'A rejection is shown as such; anything else makes the modal try to add the network, or show an error.',
      fix: 'Convert errors of the wallet by their code, and stop after a rejection.',
    },
    async (rig, wait) => {
      needPrompt(rig)
      const { switchTo, target } = await prepare(rig, wait)
      await rig.wallet.reject()
      const call = (): Promise<void> => switchTo({ network: target, signal: never() })
      const thrown = await wait.reject("'network:switch', which the user declined,", call)
      expectCode("'network:switch', which the user declined,", thrown, 'USER_REJECTED')
      await expectNetwork(rig, wait, rig.network.caipNetworkId, 'after the user had declined to switch')
    },
  ),
  connectorCase(
    {
      name: "network:switch: rejects at once with the signal's reason if it is aborted while the wallet shows a prompt",
      why: 'The user has left the view, and the caller must be notified.',
      fix: 'Race the response of the wallet against the signal, and reject with signal.reason unchanged.',
    },
    async (rig, wait) => {
      needPrompt(rig)
      const { switchTo, target } = await prepare(rig, wait)
      const call = (signal: AbortSignal): Promise<void> => switchTo({ network: target, signal })
      await abortWhileAsked(rig, wait, { what: "'network:switch'", call })
    },
  ),
]

type Prepared = { readonly switchTo: ConnectorFeatures['network:switch']; readonly target: Network }

async function prepare(rig: ConnectorRig, wait: Waiting): Promise<Prepared> {
  const switchTo = need(rig.connector.features['network:switch'], "feature 'network:switch'")
  const target = need(rig.otherNetwork, 'otherNetwork')
  await toConnected(rig, wait)
  return { switchTo, target }
}

function needPrompt({ wallet }: ConnectorRig): void {
  need(wallet.switchesUnasked ? undefined : true, 'prompt before switching')
}

/** The wallet's network, read by a silent connect. */
async function expectNetwork(rig: ConnectorRig, wait: Waiting, expected: CaipNetworkId, when: string): Promise<void> {
  const { caipNetworkId } = await wait.settle(`A silent connect() ${when}`, () => connectSilently(rig))
  check(caipNetworkId === expected, `The wallet was on ${caipNetworkId}, not on ${expected}, ${when}.`)
}
