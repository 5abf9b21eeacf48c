/** What every message of an app to its frame begins with, and every one of the frame to its app. [S4.39] */
export const appPrefix = '@w3m-app/'

export const framePrefix = '@w3m-frame/'

/** Version that our frames announce in READY: they offer a port of their own, see {@link portNames}. */
export const handshakeVersion = 'latchkey/1'

/**
 * Beside the wire. `offer` carries a MessagePort to a frame that announced {@link handshakeVersion}; the frame takes the first
 * one from its parent at its pinned origin and answers `accept` on it. From then on both sides speak on the port alone.
 * `escape` tells the app, on the port, that Esc was pressed inside the frame. The frame answers each `ping` by a `pong`, as no
 * browser tells a page that a frame has crashed.
 */
export const portNames = {
  offer: '@latchkey/PORT',
  accept: '@latchkey/PORT_OK',
  escape: '@latchkey/ESCAPE',
  ping: '@latchkey/PING',
  pong: '@latchkey/PONG',
} as const

/** The code of an error that says that the operator has frozen the user: one of those that JSON-RPC leaves to servers. */
export const walletFrozen = -32_050

/** Methods of RPC_REQUEST that need no approval, and that closing the modal does not abort. [S4.37] */
export const safeMethods: readonly string[] = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_getAssets',
]

/** Methods of RPC_REQUEST that the visitor approves in the frame. All others are refused. [S8.17] */
export const approvalMethods: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]
