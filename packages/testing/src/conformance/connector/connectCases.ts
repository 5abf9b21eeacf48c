import { type AccountType, parseCaipNetworkId } from '@latchkey/core'
import { isAddress } from '@latchkey/core/plugin'
import { check, describe, expectCode } from '../checks.js'
import type { ConformanceCase } from '../runConformance.js'
import { connect, connectorCase, connectSilently, expectSilent, toConnected } from './connectorCase.js'
import type { ConnectorSubject } from './connectorSubject.js'

const accountTypes: readonly AccountType[] = ['eoa', 'smartAccount', 'payment', 'ordinal']

/** The result of connecting, and its prompts. */
export const connectCases: readonly ConformanceCase<ConnectorSubject>[] = [
  connectorCase(
    {
      name: 'connect: rejects with UNAUTHORIZED if silent and without consent, and shows no prompt',
      why: 'Every page load tries a silent connect, and an unexpected prompt drives users away.',
      fix: 'If `silent` is set, only check whether the wallet shares accounts already, as `eth_accounts` does.',
    },
    async (rig, wait) => {
      const before = rig.wallet.prompts()
      const thrown = await wait.reject('A silent connect() before consent', () => connectSilently(rig))
      check(rig.wallet.prompts() === before, 'A silent connect() before consent showed a prompt.')
      expectCode('A silent connect() before consent', thrown, 'UNAUTHORIZED')
    },
  ),
  connectorCase(
    {
      name: 'connect: reconnects silently to the same account after consent, without a prompt',
      why: 'This keeps users connected after a reload.',
      fix: 'If `silent` is set, return the accounts that the wallet shares already, without requesting more.',
    },
    async (rig, wait) => {
      const { account } = await toConnected(rig, wait)
      const before = rig.wallet.prompts()
      await expectSilent(rig, wait, account)
      check(rig.wallet.prompts() === before, 'A silent connect() after consent showed a prompt.')
    },
  ),
  connectorCase(
    {
      name: 'prepare: shows no prompt, and connecting works afterwards',
      why: 'It runs when the pointer is over the wallet in the list: the user has not chosen it yet.',
      fix: 'Load code at most; call the wallet in connect(), which also reports loading errors.',
    },
    async (rig, wait) => {
      const before = rig.wallet.prompts()
      rig.connector.prepare?.()
      await wait.quiet()
      check(rig.wallet.prompts() === before, 'prepare() showed a prompt.')
      await toConnected(rig, wait)
    },
  ),
  connectorCase(
    {
      name: 'connect: resolves with accounts of the namespace',
      why: 'The address is displayed, and used for transfers and balances.',
      fix: 'Parse the response of the wallet: at least one account, each with an address and a type of the contract.',
    },
    async (rig, wait) => {
      const { result } = await toConnected(rig, wait)
      for (const account of result.accounts) {
        const { address, namespace, type } = account
        check(namespace === rig.namespace, `An account has the namespace ${describe(namespace)}.`)
        check(isAddress(rig.namespace, address), `${describe(address)} is no address of ${rig.namespace}.`)
        check(accountTypes.includes(type), `An account has the type ${describe(type)}.`)
      }
    },
  ),
  connectorCase(
    {
      name: "connect: resolves with the wallet's current network",
      why: 'The app reads balances there, and offers to switch where it does not support it.',
      fix: 'Ask the wallet, and return its CAIP-2 id; the requested network is only a preference.',
    },
    async (rig, wait) => {
      const { result } = await toConnected(rig, wait)
      const { caipNetworkId, approvedCaipNetworkIds = [] } = result
      for (const id of [caipNetworkId, ...approvedCaipNetworkIds])
        check(parseCaipNetworkId(id)?.namespace === rig.namespace, `${describe(id)} is no network of ${rig.namespace}.`)
      const expected = rig.network.caipNetworkId
      check(
        caipNetworkId === expected,
        `connect() returned the network ${caipNetworkId}; the wallet is on ${expected}.`,
      )
    },
  ),
  connectorCase(
    {
      name: 'connect: two calls at once show one prompt',
      why: 'Users click twice, and would never find a second prompt behind the first.',
      fix: 'Let the second call join the first one, or refuse it with REQUEST_PENDING.',
    },
    async (rig, wait) => {
      const { wallet } = rig
      const before = wallet.prompts()
      await wallet.hang()
      const first = wait.settle('The first of two connect() calls', () => connect(rig))
      await wait.until('The prompt of connect()', () => wallet.prompts() > before)
      const second = wait.settle('The second of two connect() calls', () =>
        connect(rig).catch((cause: unknown) =>
          expectCode('The second of two connect() calls', cause, 'REQUEST_PENDING'),
        ),
      )
      await wait.quiet()
      await wallet.release()
      await Promise.all([first, second])
      const count = wallet.prompts() - before
      check(count === 1, `Two connect() calls at once showed ${count} prompts.`)
    },
  ),
]
