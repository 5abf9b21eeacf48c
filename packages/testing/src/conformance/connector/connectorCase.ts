import type { Account, Connector, ConnectorEvents, ConnectResult } from '@latchkey/core'
import { isSameAddress } from '@latchkey/core/plugin'
import { check } from '../checks.js'
import { type CaseRun, checkRig, defineCase } from '../defineCase.js'
import type { CaseText, ConformanceCase } from '../runConformance.js'
import { never, type Waiting } from '../waiting.js'
import type { ConnectorRig, ConnectorSubject } from './connectorSubject.js'

export function connectorCase(text: CaseText, run: CaseRun<ConnectorRig>): ConformanceCase<ConnectorSubject> {
  return defineCase(text, async (rig, ...rest) => {
    checkRig(rig, { connector: 'object', namespace: 'string', network: 'object', wallet: 'object' })
    await run(rig, ...rest)
  })
}

/** Connects with a prompt. */
export function connect({ connector, namespace }: ConnectorRig, signal: AbortSignal = never()): Promise<ConnectResult> {
  return connector.connect({ namespace, silent: false, signal })
}

/** Connects without a prompt. */
export function connectSilently({ connector, namespace }: ConnectorRig): Promise<ConnectResult> {
  return connector.connect({ namespace, silent: true, signal: never() })
}

export type Connected = { readonly result: ConnectResult; readonly account: Account }

/** Connects with the user's approval, as most cases start. */
export async function toConnected(rig: ConnectorRig, wait: Waiting): Promise<Connected> {
  await rig.wallet.approve()
  const result = await wait.settle('connect(), which the user approved,', () => connect(rig))
  const [account] = result.accounts
  check(account !== undefined, 'connect() resolved without an account.')
  return { result, account }
}

/** Expects that a silent connect returns this account first, which is the active one. */
export async function expectSilent(rig: ConnectorRig, wait: Waiting, expected: Account): Promise<void> {
  const { accounts } = await wait.settle('A silent connect() after consent', () => connectSilently(rig))
  const address = accounts[0]?.address ?? 'none'
  const what = `A silent connect() returned the account ${address}, but the user had connected ${expected.address}.`
  check(isSameAddress(rig.namespace, address, expected.address), what)
}

export function disconnect({ connector, namespace }: ConnectorRig): ReturnType<Connector['disconnect']> {
  return connector.disconnect({ namespace, signal: never() })
}

export type SeenEvents = {
  readonly changes: readonly ConnectorEvents['change'][]
  readonly disconnects: readonly ConnectorEvents['disconnect'][]
  readonly count: () => number
  readonly stop: () => void
}

/** Records everything that a connector emits. */
export function watchConnector(connector: Connector): SeenEvents {
  const changes: ConnectorEvents['change'][] = []
  const disconnects: ConnectorEvents['disconnect'][] = []
  const stops = [
    connector.on('change', (change) => void changes.push(change)),
    connector.on('disconnect', (event) => void disconnects.push(event)),
  ]
  return {
    changes,
    disconnects,
    count: () => changes.length + disconnects.length,
    stop: () => {
      for (const stop of stops) stop()
    },
  }
}
