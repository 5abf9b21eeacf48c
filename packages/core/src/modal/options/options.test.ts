import { expect, test, vi } from 'vitest'
import { getAccount } from '../../controllers/account/account.js'
import { connect } from '../../controllers/connection/connect.js'
import { findPairingConnector } from '../../controllers/connection/pair.js'
import { fetchBalance } from '../../controllers/portfolio/balance.js'
import { getRoute, showAlert } from '../../controllers/shell/actions.js'
import { findSwapRouter } from '../../controllers/swap/check.js'
import { getWalletRows } from '../../controllers/wallets/connectors.js'
import { fetchWallets, prefetchWallets } from '../../controllers/wallets/fetchWallets.js'
import { ServerError } from '../../errors/services.js'
import { fetchSupportedChains } from '../../service/blockchain/client.js'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestModal, restored, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestPairing } from '../../testing/createTestPairing.js'
import { createTestSiwx, siwxSettled } from '../../testing/createTestSiwx.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { createWalletService, createWallets } from '../../testing/createWalletService.js'
import { optimism, sepolia, unknownId } from '../../testing/networks.js'
import { getPreferredAccountType } from '../connections.js'
import { getNetwork } from '../namespaces.js'
import type { ModalOptions } from './options.js'

const connectorId = 'org.example.wallet'

/** Creates a page with some options. */
type Page = (options?: TestModalOptions) => TestModal

const connected = async (page: Page, options?: TestModalOptions): Promise<TestModal> => {
  const world = page(options)
  await connect(world.modal, { connectorId })
  return world
}

/** Returns the view that users see if their wallet switches to an unsupported network. */
const strand = async (page: Page): Promise<string> => {
  const { modal, wallet } = await connected(page)
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: unknownId })
  return modal.getState().modal.open ? getRoute(modal.getState()).view : 'closed'
}

/** Returns the wallets that are offered to users without one, from a list of six. */
const offer = async (page: Page): Promise<readonly string[]> => {
  const { fetch } = createWalletService(createWallets(6))
  const { modal } = page({ wallets: [], plugins: [createTestPairing().plugin], services, env: { fetch } })
  await prefetchWallets(modal)
  await fetchWallets(modal)
  return getWalletRows(modal, 'eip155').flatMap(({ wallet }) => wallet?.id ?? [])
}

const services = { wallets: 'https://wallets.example.org' }

/** Returns the options that the adapters received. */
const tellAdapter =
  (name: 'metadata' | 'enableEIP6963') =>
  (page: Page): unknown =>
    page().evm.context?.options[name]

type Row = {
  /** Verifies the effect of the option on a page. */
  readonly observe: (page: Page) => unknown
  readonly byDefault: unknown
  readonly given: unknown
  readonly effect: unknown
  /** Invalid values with the expected problem. */
  readonly wrong: unknown
  readonly problem: string
}

type Observed = Exclude<SpecOption, 'termsConditionsUrl' | 'privacyPolicyUrl'>

/** The options of the specification [S3.20], and `swapRouters`. The effect of two links is tested by the UI. */
type SpecOption = Extract<
  keyof ModalOptions,
  | 'projectId'
  | 'networks'
  | 'defaultNetwork'
  | 'adapters'
  | 'metadata'
  | 'features'
  | 'themeMode'
  | 'themeVariables'
  | 'tokens'
  | 'swapRouters'
  | 'customWallets'
  | 'includeWalletIds'
  | 'excludeWalletIds'
  | 'featuredWalletIds'
  | 'siwx'
  | 'defaultAccountTypes'
  | 'enableWalletConnect'
  | 'enableWallets'
  | 'enableReconnect'
  | 'enableNetworkSwitch'
  | 'allowUnsupportedChain'
  | 'debug'
  | 'enableEIP6963'
  | 'termsConditionsUrl'
  | 'privacyPolicyUrl'
>

const rows: { readonly [name in Observed]: Row } = {
  projectId: {
    observe: async (page) => {
      const asked: (string | null)[] = []
      const fetch = async (input: unknown) => {
        asked.push(new URL(String(input)).searchParams.get('projectId'))
        return Response.json({ http: [], ws: [] })
      }
      const { modal } = page({ services: { blockchainApi: 'https://chain.example.org' }, env: { fetch } })
      await fetchSupportedChains(modal, { signal: new AbortController().signal })
      return asked
    },
    byDefault: [null],
    given: 'my-project',
    effect: ['my-project'],
    wrong: 7,
    problem: 'projectId must be a string',
  },
  networks: {
    observe: (page) =>
      page()
        .modal.getState()
        .networks.map(({ name }) => name),
    byDefault: ['Ethereum', 'OP Mainnet', 'Solana'],
    given: [sepolia],
    effect: ['Sepolia', 'Ethereum', 'OP Mainnet', 'Solana'],
    wrong: {},
    problem: 'networks must be an array',
  },
  defaultNetwork: {
    observe: (page) => getNetwork(page().modal.getState())?.caipNetworkId,
    byDefault: 'eip155:1',
    given: 'eip155:10',
    effect: 'eip155:10',
    wrong: 'optimism',
    problem: 'defaultNetwork must be a CAIP-2 id, e.g. eip155:1',
  },
  adapters: {
    observe: (page) => Object.keys(page().modal.getState().namespaces),
    byDefault: ['eip155', 'solana'],
    given: [createTestChain({ namespace: 'eip155', networks: [optimism] }).plugin],
    effect: ['eip155'],
    wrong: [() => {}],
    problem: 'adapters[0] is not a plugin; did you forget to call it, as in evm()?',
  },
  metadata: {
    observe: tellAdapter('metadata'),
    byDefault: undefined,
    given: { name: 'Shop' },
    effect: { name: 'Shop' },
    wrong: { name: '' },
    problem: 'metadata.name must be a non-empty string',
  },
  features: {
    observe: (page) => page().modal.getState().features.swaps,
    byDefault: true,
    given: { swaps: false },
    effect: false,
    wrong: { swaps: 'no' },
    problem: 'features.swaps must be true or false',
  },
  themeMode: {
    observe: (page) => page().modal.getState().theme.mode,
    byDefault: undefined,
    given: 'dark',
    effect: 'dark',
    wrong: 'auto',
    problem: 'themeMode must be one of light, dark',
  },
  themeVariables: {
    observe: (page) => page().modal.getState().theme.variables,
    byDefault: {},
    given: { '--lk-accent': 'red' },
    effect: { '--lk-accent': 'red' },
    wrong: { '--accent': 'red' },
    problem: 'themeVariables must be an object of --lk-… properties with string values',
  },
  tokens: {
    observe: async (page) => {
      const { modal, evm } = await connected(page)
      const amount = { value: 7n, decimals: 0, symbol: 'USDC' }
      Object.assign(evm.features, { 'token:balance': async () => amount })
      await fetchBalance(modal)
      return getAccount(modal.getState()).balanceSymbol
    },
    byDefault: 'ETH',
    given: { 'eip155:1': { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' } },
    effect: 'USDC',
    wrong: { mainnet: { address: '0x' } },
    problem: 'tokens.mainnet must be a CAIP-2 id, e.g. eip155:1',
  },
  swapRouters: {
    observe: (page) => {
      const { modal, evm } = page()
      // its effect and its defaults are tested by the adapter
      Object.assign(evm.features, { 'swap:router': async ({ routers }: { routers?: unknown }) => routers })
      const { signal } = new AbortController()
      return findSwapRouter(modal, { caipNetworkId: 'eip155:1', named: undefined, signal })
    },
    byDefault: undefined,
    given: { 'eip155:1': ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'] },
    effect: ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'],
    wrong: { 'eip155:1': ['uniswap.eth'] },
    problem: 'swapRouters.eip155:1[0] must be an address of eip155',
  },
  customWallets: {
    observe: offer,
    byDefault: ['w0', 'w1', 'w2', 'w3'],
    given: [{ id: 'own', name: 'Own' }],
    effect: ['w0', 'w1', 'w2', 'w3', 'own'],
    wrong: [{ id: 'own' }],
    problem: 'customWallets[0].name must be a non-empty string',
  },
  includeWalletIds: {
    observe: offer,
    byDefault: ['w0', 'w1', 'w2', 'w3'],
    given: ['w4', 'w5'],
    effect: ['w4', 'w5'],
    wrong: 'w4',
    problem: 'includeWalletIds must be an array',
  },
  excludeWalletIds: {
    observe: offer,
    byDefault: ['w0', 'w1', 'w2', 'w3'],
    given: ['w0', 'w2'],
    effect: ['w1', 'w3', 'w4', 'w5'],
    wrong: [''],
    problem: 'excludeWalletIds[0] must be a non-empty string',
  },
  featuredWalletIds: {
    observe: offer,
    byDefault: ['w0', 'w1', 'w2', 'w3'],
    given: ['w5', 'w1'],
    effect: ['w5', 'w1', 'w0', 'w2'],
    wrong: [5],
    problem: 'featuredWalletIds[0] must be a non-empty string',
  },
  siwx: {
    observe: async (page) => {
      const { modal } = await connected(page)
      await siwxSettled()
      return modal.getState().siwx.status
    },
    byDefault: 'idle',
    given: createTestSiwx().siwx,
    effect: 'signedOut',
    wrong: true,
    problem: 'siwx must be an object',
  },
  defaultAccountTypes: {
    observe: (page) => getPreferredAccountType(page().modal.getState(), 'eip155'),
    byDefault: 'smartAccount',
    given: { eip155: 'eoa' },
    effect: 'eoa',
    wrong: { eip155: 'safe' },
    problem: 'defaultAccountTypes.eip155 must be one of eoa, smartAccount, payment, ordinal',
  },
  enableWalletConnect: {
    observe: (page) => {
      const { modal } = page({ plugins: [createTestPairing().plugin] })
      const isOffered = getWalletRows(modal, 'eip155').some(({ kind }) => kind === 'walletConnect')
      return [isOffered, findPairingConnector(modal) !== undefined]
    },
    byDefault: [true, true],
    given: false,
    effect: [false, false],
    wrong: 'no',
    problem: 'enableWalletConnect must be true or false',
  },
  enableWallets: {
    observe: offer,
    byDefault: ['w0', 'w1', 'w2', 'w3'],
    given: false,
    effect: [],
    wrong: 0,
    problem: 'enableWallets must be true or false',
  },
  enableReconnect: {
    observe: async (page) => {
      const [storage, wallets] = [createTestStorage(), [createTestWallet()]]
      const first = await connected(createTestModal, { storage, wallets })
      first.modal.destroy()
      const { modal } = page({ storage, wallets })
      await restored()
      return getAccount(modal.getState(), 'eip155').status
    },
    byDefault: 'connected',
    given: false,
    effect: 'disconnected',
    wrong: 1,
    problem: 'enableReconnect must be true or false',
  },
  enableNetworkSwitch: {
    observe: strand,
    byDefault: 'UnsupportedChain',
    given: false,
    effect: 'closed',
    wrong: null,
    problem: 'enableNetworkSwitch must be true or false',
  },
  allowUnsupportedChain: {
    observe: strand,
    byDefault: 'UnsupportedChain',
    given: true,
    effect: 'closed',
    wrong: 'true',
    problem: 'allowUnsupportedChain must be true or false',
  },
  debug: {
    observe: (page) => {
      const { modal } = page()
      showAlert(modal, new ServerError())
      return modal.getState().alert?.code
    },
    byDefault: undefined,
    given: true,
    effect: 'SERVER_ERROR',
    wrong: 'yes',
    problem: 'debug must be true or false',
  },
  enableEIP6963: {
    observe: tellAdapter('enableEIP6963'),
    byDefault: true,
    given: false,
    effect: false,
    wrong: 'on',
    problem: 'enableEIP6963 must be true or false',
  },
}

test.each(Object.entries(rows))(
  '[S3.20] %s has a default, takes effect if set, and rejects an invalid value',
  async (name, { observe, byDefault, given, effect, wrong, problem }) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(await observe((options) => createTestModal({ debug: undefined, ...options }))).toEqual(byDefault)
    expect(await observe((options) => createTestModal({ ...options, [name]: given }))).toEqual(effect)
    expect(() => createTestModal({ [name]: wrong })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTIONS', problems: [problem] }),
    )
  },
)
