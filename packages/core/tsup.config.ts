import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(
  [
    'index',
    'controllers',
    'controllers/account',
    'controllers/activity',
    'controllers/connection',
    'controllers/login',
    'controllers/names',
    'controllers/network',
    'controllers/pay',
    'controllers/portfolio',
    'controllers/send',
    'controllers/sessions',
    'controllers/shell',
    'controllers/sign-in',
    'controllers/swap',
    'controllers/wallets',
    'cookies',
    'csp',
    'internal',
    'plugin',
    'walletList',
  ],
  {
    base: [
      ...['modal', 'env', 'loadLater', 'errors/AbortedError', 'errors/LatchkeyError', 'store/persist', 'store/schema'],
      ...['caip', 'isRecord', 'lazily', 'loadModule', 'omitUndefined', 'readField', 'walletClaims'].map(
        (name) => `utils/${name}`,
      ),
      ...['balance', 'features', 'router', 'toast', 'wallets'].map((slice) => `controllers/${slice}/state`),
      'controllers/connection/toConnectionKey',
    ],
    // what the main entry has, and no first page uses
    texts: ['utils/parseCaipAddress', 'utils/toFixedDecimals'],
    routing: [
      ...['connection/assertStarted', 'network/isRefusedNetwork', 'network/setActiveNamespace'],
      ...['close', 'getRoute', 'goBack', 'navigate', 'open', 'shake', 'toStartRoute'].map((name) => `router/${name}`),
      ...['getConnectors', 'getRecentWalletIds', 'limits', 'toWalletKey'].map((name) => `wallets/${name}`),
      // whatever speaks to a wallet comes with or after the routes
      ...['../errors/connection', '../errors/nameFault', '../timers'],
    ].map((name) => `controllers/${name}`),
    // what is known of an account and can be done with it
    balances: [
      'cached',
      'api/blockchain/hasBlockchainApi',
      ...['fetchBalance', 'storedBalance', 'toTarget', 'watchActivity', 'watchBalance'].map(
        (name) => `controllers/balance/${name}`,
      ),
      ...['connection/toWatchKey', 'portfolio/getWalletActions', 'swap/swapNetworks'].map(
        (name) => `controllers/${name}`,
      ),
      'utils/toDecimal',
    ],
    // what is kept known of an account where a service knows it
    portfolio: [
      ...['api/blockchain/isServiceClosed', 'controllers/activity/isActivitySupported', 'controllers/activity/state'],
      ...['loadPortfolio', 'readHoldings', 'state', 'storedHoldings', 'toPortfolio', 'watchPortfolio'].map(
        (name) => `controllers/portfolio/${name}`,
      ),
    ],
    // whose name and picture an address has
    identity: [
      ...['fetchIdentityOf', 'fetchProfilesOf', 'isNotFound', 'toNameProfile'].map((name) => `api/blockchain/${name}`),
      ...['fetchIdentity', 'state', 'storedIdentities', 'watchIdentity'].map((name) => `controllers/identity/${name}`),
    ],
    service: ['callBlockchain', 'fields', 'isChainServed', 'fetchSupportedChains', 'toPathPart'].map(
      (name) => `api/blockchain/${name}`,
    ),
    // a form of sending, before it asks
    sendForm: [
      ...['clearSend', 'leaveSend', 'loadSending', 'reduceSend', 'setSend', 'setSendAmount'],
      ...['setSendReceiver', 'startSend', 'state', 'updateSend', 'withSending'],
    ].map((name) => `controllers/send/${name}`),
    swapForm: [
      'api/blockchain/fetchSwapTokens',
      ...[
        ...[
          'attemptSwap',
          'clearSwap',
          'cutDecimals',
          'fetchSwapQuote',
          'findSwapToken',
          'fitSwap',
          'flipSwap',
          'getSwapHolding',
        ],
        'isSameToken',
        ...['loadSwap', 'loadSwapOffers', 'readSwapTokens', 'reduceSwap', 'setSwap', 'setSwapAmount', 'state'],
        ...['toSwapFault', 'updateSwap', 'watchSwap', 'withNative'],
      ].map((name) => `controllers/swap/${name}`),
    ],
    // what is sent, and to whom
    transfers: [
      ...['requireSender', 'fetchTransferFee', 'readToken'].map((name) => `controllers/transfers/${name}`),
      ...['controllers/connection/askAdapter', 'errors/transfer'],
    ],
    // how much there is of what
    holding: ['getHolding', 'getKnownHolding'].map((name) => `controllers/transfers/${name}`),
    naming: ['parseAccountName', 'reduceNames', 'resetNames', 'setNames', 'state'].map(
      (name) => `controllers/names/${name}`,
    ),
    features: ['errors/connected', 'getFeature', 'controllers/network/findNetwork'],
    // what is asked of a wallet that is connected
    requests: ['callFeature', 'requireConnection'].map((name) => `controllers/connection/${name}`),
    // whose account it is, and where
    account: [
      ...['account/getAccount', 'connection/getConnectedWallet', 'network/getNetworkState'].map(
        (name) => `controllers/${name}`,
      ),
    ],
    connections: [
      ...['attempts', 'cooldowns', 'updateNamespace', 'utils/isEmail'],
      ...['getConnection', 'getLiveConnections', 'isLive', 'state'].map((name) => `controllers/connection/${name}`),
      ...['account/getPreferredAccountType', 'siwx/hasSiwx'].map((name) => `controllers/${name}`),
    ],
    connecting: [
      ...['activate', 'ask', 'connect', 'findConnector', 'finishConnect', 'followStorage', 'forget', 'forgetStored'],
      ...[
        'getSilentDeadline',
        'hasSession',
        'isMultiWallet',
        'listenToAuth',
        'listenToWallet',
        'loadLater',
        'parseWalletReply',
      ],
      ...['releaseWallet', 'remember', 'replaceConnection'],
      ...['setConnection', 'startConnect', 'stopListening', 'storeConnection', 'storeConnections', 'toConnectError'],
      ...['toConnection', 'trackFailure', 'watchStorage'],
      ...[
        '../account/readPreferredAccountType',
        '../network/applyNetworkPolicy',
        '../router/show',
        '../router/watchView',
        '../siwx/isSignInShown',
        '../siwx/leaveSignIns',
        '../siwx/watchSiwx',
      ],
    ].map((name) => `controllers/connection/${name}`),
    // a wallet that spans chain families, paired with or logged in to
    pairing: ['connection/connectChains', 'connection/getPairingNamespaces', '../errors/pairing'].map(
      (name) => `controllers/${name}`,
    ),
    switching: ['findEmbeddedWallet', 'startSwitch', 'switchNetwork'].map((name) => `controllers/network/${name}`),
    walletRows: [
      ...['askWalletList', 'failList', 'fetchListImage', 'fetchWalletImage', 'getWalletMemory', 'isOffered'],
      ...['prefetchWallets', 'toOfferQuery', 'updateAll', 'updateWallets'],
    ].map((name) => `controllers/wallets/${name}`),
    links: ['links/detectHost', 'links/parseLink', 'links/readHost', 'links/readTraits', 'links/toTarget'],
    // what speaks to wallets and nodes
    asking: [
      ...['errors/network', 'errors/rpc'],
      ...['address', 'pause', 'readBytes', 'readText', 'waitFor'].map((name) => `utils/${name}`),
    ],
  },
)
export default config
