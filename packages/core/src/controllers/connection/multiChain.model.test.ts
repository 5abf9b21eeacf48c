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
import { getConnections, removeConnection, switchConnection } from './connections.js'
import { disconnect } from './disconnect.js'
import { connectChains } from './flow.js'

// Random visits to a page with three chain families and three wallets on each, against a model of a few lines: a list
// of live wallets per family, the active one first, and a list of those that ended.

type Model = { readonly [family in TestNamespace]: { live: number[]; ended: number[] } }

type Step = {
  readonly kind:
    | 'connect'
    | 'connectAll'
    | 'switch'
    | 'disconnect'
    | 'leave'
    | 'leaveAll'
    | 'letGo'
    | 'remove'
    | 'reload'
  readonly family: TestNamespace
  readonly wallet: number
  /** The wallet of this step is on its second account from now on. */
  readonly isSecondAccount: boolean
}

type Run = { world: MultiWorld; readonly model: Model; readonly isMulti: boolean }

const idOf = (family: TestNamespace, wallet: number): string => `${family}.wallet${wallet}`

const apply: { readonly [kind in Step['kind']]: (run: Run, step: Step) => Promise<void> } = {
  async connect({ world, model, isMulti }, { family, wallet }) {
    await connect(world.modal, { connectorId: idOf(family, wallet) })
    activate(model, family, wallet, isMulti)
  },
  async connectAll({ world, model, isMulti }, { wallet }) {
    await connectChains(world.modal, { connectorId: `multi:wallet no. ${wallet}`, namespaces: testNamespaces })
    for (const family of testNamespaces) activate(model, family, wallet, isMulti)
  },
  async switch({ world, model, isMulti }, { family, wallet }) {
    const { live } = model[family]
    const switching = switchConnection(world.modal, { namespace: family, connectorId: idOf(family, wallet) })
    const isKnown = live.includes(wallet) || model[family].ended.includes(wallet)
    if (!isMulti) await expect(switching).rejects.toMatchObject({ code: 'MULTI_WALLET_OFF' })
    else if (!isKnown) await expect(switching).rejects.toMatchObject({ code: 'INVALID_CONNECTION_STATUS' })
    else {
      await switching
      activate(model, family, wallet, isMulti)
    }
  },
  async disconnect({ world, model, isMulti }, { family, wallet }) {
    await disconnect(world.modal, { namespace: family, connectorId: idOf(family, wallet) })
    if (model[family].live.includes(wallet)) end(model, family, [wallet], isMulti)
  },
  async leave({ world, model, isMulti }, { family }) {
    await disconnect(world.modal, { namespace: family })
    end(model, family, [...model[family].live], isMulti)
  },
  async leaveAll({ world, model, isMulti }) {
    await disconnect(world.modal)
    for (const family of testNamespaces) end(model, family, [...model[family].live], isMulti)
  },
  async letGo({ world, model, isMulti }, { family, wallet }) {
    const own = world.wallets[family][wallet]
    if (own) own.isAuthorised = false
    own?.emit('disconnect', { namespace: family })
    if (model[family].live.includes(wallet)) end(model, family, [wallet], isMulti)
  },
  async remove({ world, model, isMulti }, { family, wallet }) {
    const removing = removeConnection(world.modal, { namespace: family, connectorId: idOf(family, wallet) })
    if (!isMulti) await expect(removing).rejects.toMatchObject({ code: 'MULTI_WALLET_OFF' })
    else {
      await removing
      const entry = model[family]
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

function activate(model: Model, family: TestNamespace, wallet: number, isMulti: boolean): void {
  const entry = model[family]
  entry.live = isMulti ? [wallet, ...without(entry.live, [wallet])] : [wallet]
  entry.ended = without(entry.ended, [wallet])
}

function end(model: Model, family: TestNamespace, gone: readonly number[], isMulti: boolean): void {
  const entry = model[family]
  const before = without(entry.ended, gone)
  entry.live = without(entry.live, gone)
  entry.ended = isMulti ? [...gone, ...before].slice(0, 2) : []
}

function read({ modal }: MultiWorld, family: TestNamespace): unknown {
  return getConnections(modal.getState(), family).map(({ connectorId, address, status }) => [
    connectorId,
    address,
    status,
  ])
}

function show({ world, model }: Run, family: TestNamespace): unknown {
  const { live, ended } = model[family]
  const addressOf = (wallet: number): string | undefined => world.wallets[family][wallet]?.accounts[0].address
  return [
    ...live.map((wallet, index) => [idOf(family, wallet), addressOf(wallet), index === 0 ? 'active' : 'connected']),
    ...ended.map((wallet) => [idOf(family, wallet), expect.any(String), 'disconnected']),
  ]
}

const steps = array(
  record<Step>({
    kind: oneof(
      { weight: 4, arbitrary: constantFrom('connect', 'connectAll', 'switch') },
      { weight: 5, arbitrary: constantFrom('disconnect', 'leave', 'leaveAll', 'letGo', 'remove', 'reload') },
    ),
    family: constantFrom(...testNamespaces),
    wallet: nat({ max: 2 }),
    isSecondAccount: boolean(),
  }),
  { maxLength: 40, size: 'max' },
)

test('connecting, switching, disconnecting and reloading leave what the model says, and touch no other family', async () => {
  await assert(
    asyncProperty(steps, boolean(), async (script, isMulti) => {
      const storage = createTestStorage()
      const world = createMultiWorld({ storage, wallets: createMultiWallets(), multiWallet: isMulti })
      const nothing = () => ({ live: [], ended: [] })
      const run: Run = { world, isMulti, model: { eip155: nothing(), solana: nothing(), bip122: nothing() } }
      for (const step of script) {
        const before = run.world.modal.getState().namespaces
        await apply[step.kind](run, step)
        const { family, wallet, kind } = step
        changeAccount(run, step)
        await settle()
        for (const each of testNamespaces) expect(read(run.world, each)).toEqual(show(run, each))
        const isLocal = !['connectAll', 'leaveAll', 'reload'].includes(kind)
        for (const other of testNamespaces)
          if (isLocal && other !== family) expect(run.world.modal.getState().namespaces[other]).toBe(before[other])
        expect(run.world.wallets[family][wallet]?.listenerCount()).toBe(run.model[family].live.includes(wallet) ? 2 : 0)
      }
      run.world.modal.destroy()
    }),
    { numRuns: readConfigureGlobal().numRuns ?? 150 },
  )
})

/** As the visitor does in the wallet, connected or not. */
function changeAccount({ world }: Run, { family, wallet, isSecondAccount }: Step): void {
  const own = world.wallets[family][wallet]
  if (!own) return
  own.accounts = [accountOf(family, wallet, isSecondAccount ? 1 : 0)]
  own.emit('change', { namespace: family, accounts: own.accounts })
}
