import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  nat,
  oneof,
  readConfigureGlobal,
  record,
} from 'fast-check'
import { expect, test } from 'vitest'
import { getConnections } from '../../modal/connections.js'
import {
  accountOf,
  createMultiWallets,
  createMultiWorld,
  type MultiWorld,
  type TestNamespace,
  testNamespaces,
} from '../../testing/createMultiWorld.js'
import { restored } from '../../testing/createTestModal.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { settle } from '../../testing/settle.js'
import { connect } from './connect.js'
import { removeConnection, switchConnection } from './connections.js'
import { disconnect } from './disconnect.js'
import { connectChains } from './flow.js'

// Random visits to a page with three namespaces and three wallets in each, against a small model: a list of live
// wallets per namespace, the active one first, and a list of ended ones.

type Model = { readonly [namespace in TestNamespace]: { live: number[]; ended: number[] } }

type Step = {
  readonly kind:
    | 'connect'
    | 'connectAll'
    | 'switch'
    | 'disconnect'
    | 'leave'
    | 'leaveAll'
    | 'walletDisconnect'
    | 'remove'
    | 'reload'
  readonly namespace: TestNamespace
  readonly wallet: number
  /** The wallet of this step switches to its second account. */
  readonly isSecondAccount: boolean
}

type Run = { world: MultiWorld; readonly model: Model; readonly isMulti: boolean }

const idOf = (namespace: TestNamespace, wallet: number): string => `${namespace}.wallet${wallet}`

const apply: { readonly [kind in Step['kind']]: (run: Run, step: Step) => Promise<void> } = {
  async connect({ world, model, isMulti }, { namespace, wallet }) {
    await connect(world.modal, { connectorId: idOf(namespace, wallet) })
    activate(model, namespace, wallet, isMulti)
  },
  async connectAll({ world, model, isMulti }, { wallet }) {
    await connectChains(world.modal, { connectorId: `multi:wallet no. ${wallet}`, namespaces: testNamespaces })
    for (const namespace of testNamespaces) activate(model, namespace, wallet, isMulti)
  },
  async switch({ world, model, isMulti }, { namespace, wallet }) {
    const { live } = model[namespace]
    const switching = switchConnection(world.modal, { namespace, connectorId: idOf(namespace, wallet) })
    const isKnown = live.includes(wallet) || model[namespace].ended.includes(wallet)
    if (!isMulti) await expect(switching).rejects.toMatchObject({ code: 'MULTI_WALLET_OFF' })
    else if (!isKnown) await expect(switching).rejects.toMatchObject({ code: 'INVALID_CONNECTION_STATUS' })
    else {
      await switching
      activate(model, namespace, wallet, isMulti)
    }
  },
  async disconnect({ world, model, isMulti }, { namespace, wallet }) {
    await disconnect(world.modal, { namespace, connectorId: idOf(namespace, wallet) })
    if (model[namespace].live.includes(wallet)) end(model, namespace, [wallet], isMulti)
  },
  async leave({ world, model, isMulti }, { namespace }) {
    await disconnect(world.modal, { namespace })
    end(model, namespace, [...model[namespace].live], isMulti)
  },
  async leaveAll({ world, model, isMulti }) {
    await disconnect(world.modal)
    for (const namespace of testNamespaces) end(model, namespace, [...model[namespace].live], isMulti)
  },
  async walletDisconnect({ world, model, isMulti }, { namespace, wallet }) {
    const own = world.wallets[namespace][wallet]
    if (own) own.isAuthorised = false
    own?.emit('disconnect', { namespace })
    if (model[namespace].live.includes(wallet)) end(model, namespace, [wallet], isMulti)
  },
  async remove({ world, model, isMulti }, { namespace, wallet }) {
    const removing = removeConnection(world.modal, { namespace, connectorId: idOf(namespace, wallet) })
    if (!isMulti) await expect(removing).rejects.toMatchObject({ code: 'MULTI_WALLET_OFF' })
    else {
      await removing
      const entry = model[namespace]
      Object.assign(entry, { live: without(entry.live, [wallet]), ended: without(entry.ended, [wallet]) })
    }
  },
  async reload(run) {
    const { storage, wallets, modal } = run.world
    modal.destroy()
    run.world = createMultiWorld({ storage, wallets, multiWallet: run.isMulti })
    await restored()
  },
}

const without = (list: readonly number[], gone: readonly number[]): number[] =>
  list.filter((item) => !gone.includes(item))

function activate(model: Model, namespace: TestNamespace, wallet: number, isMulti: boolean): void {
  const entry = model[namespace]
  entry.live = isMulti ? [wallet, ...without(entry.live, [wallet])] : [wallet]
  entry.ended = without(entry.ended, [wallet])
}

function end(model: Model, namespace: TestNamespace, gone: readonly number[], isMulti: boolean): void {
  const entry = model[namespace]
  const before = without(entry.ended, gone)
  entry.live = without(entry.live, gone)
  entry.ended = isMulti ? [...gone, ...before].slice(0, 2) : []
}

function read({ modal }: MultiWorld, namespace: TestNamespace): unknown {
  return getConnections(modal.getState(), namespace).map(({ connectorId, address, status }) => [
    connectorId,
    address,
    status,
  ])
}

function show({ world, model }: Run, namespace: TestNamespace): unknown {
  const { live, ended } = model[namespace]
  const addressOf = (wallet: number): string | undefined => world.wallets[namespace][wallet]?.accounts[0].address
  return [
    ...live.map((wallet, index) => [idOf(namespace, wallet), addressOf(wallet), index === 0 ? 'active' : 'connected']),
    ...ended.map((wallet) => [idOf(namespace, wallet), expect.any(String), 'disconnected']),
  ]
}

const steps = array(
  record<Step>({
    kind: oneof(
      { weight: 4, arbitrary: constantFrom('connect', 'connectAll', 'switch') },
      { weight: 5, arbitrary: constantFrom('disconnect', 'leave', 'leaveAll', 'walletDisconnect', 'remove', 'reload') },
    ),
    namespace: constantFrom(...testNamespaces),
    wallet: nat({ max: 2 }),
    isSecondAccount: boolean(),
  }),
  { maxLength: 40, size: 'max' },
)

test('connecting, switching, disconnecting and reloading match the model and leave other namespaces unchanged', async () => {
  await assert(
    asyncProperty(steps, boolean(), async (script, isMulti) => {
      const storage = createTestStorage()
      const world = createMultiWorld({ storage, wallets: createMultiWallets(), multiWallet: isMulti })
      const nothing = () => ({ live: [], ended: [] })
      const run: Run = { world, isMulti, model: { eip155: nothing(), solana: nothing(), bip122: nothing() } }
      for (const step of script) {
        const before = run.world.modal.getState().namespaces
        await apply[step.kind](run, step)
        const { namespace, wallet, kind } = step
        changeAccount(run, step)
        await settle()
        for (const each of testNamespaces) expect(read(run.world, each)).toEqual(show(run, each))
        const isLocal = !['connectAll', 'leaveAll', 'reload'].includes(kind)
        for (const other of testNamespaces)
          if (isLocal && other !== namespace) expect(run.world.modal.getState().namespaces[other]).toBe(before[other])
        expect(run.world.wallets[namespace][wallet]?.listenerCount()).toBe(
          run.model[namespace].live.includes(wallet) ? 2 : 0,
        )
      }
      run.world.modal.destroy()
    }),
    { numRuns: readConfigureGlobal().numRuns ?? 150 },
  )
})

/** Simulates a change that the user makes in the wallet, connected or not. */
function changeAccount({ world }: Run, { namespace, wallet, isSecondAccount }: Step): void {
  const own = world.wallets[namespace][wallet]
  if (!own) return
  own.accounts = [accountOf(namespace, wallet, isSecondAccount ? 1 : 0)]
  own.emit('change', { namespace, accounts: own.accounts })
}
