import { perFile } from '../../tsup.preset.ts'

const config: ReturnType<typeof perFile> = perFile(['index', 'controllers', 'plugin', 'walletList'], {
  connecting: [
    ...['activate', 'ask', 'connect', 'findConnector', 'finishConnect', 'followStorage', 'forget', 'forgetStored'],
    ...['hasSession', 'isMultiWallet', 'listenToWallet', 'parseWalletReply', 'releaseWallet', 'remember'],
    ...['setConnection', 'startConnect', 'stopListening', 'storeConnection', 'storeConnections', 'toConnectError'],
    ...['toConnection', 'trackFailure', 'watchStorage'],
    ...['../network/applyNetworkPolicy', '../router/show', '../router/watchView'],
  ].map((name) => `controllers/connection/${name}`),
  walletRows: [
    ...['askWalletList', 'failList', 'fetchListImage', 'fetchWalletImage', 'getWalletMemory', 'isOffered'],
    ...['prefetchWallets', 'toOfferQuery', 'updateAll', 'updateWallets', '../../errors/http'],
  ].map((name) => `controllers/wallets/${name}`),
  faults: ['errors/connection', 'errors/network'],
})
export default config
