/** Prefixes of all messages from the app to the frame, and from the frame to the app. [S4.39] */
export const appPrefix = '@w3m-app/'

export const framePrefix = '@w3m-frame/'

/** Version that our frames announce in READY. They accept a port, see {@link portNames}. */
export const handshakeVersion = 'latchkey/1'

/** Version of the messages. The app sends it in the frame's address. [S4.40] */
export const messagesVersion = '4'

/**
 * Messages of our handshake. `offer` carries a MessagePort to a frame that announced {@link handshakeVersion}. The frame takes
 * the first one from its parent at its pinned origin and sends `accept` on it. From then on both sides use only the port.
 * `escape` notifies the app that Esc was pressed in the frame. `screen` reports the title of the frame's screen, and the height
 * that it needs. `prompt` makes the app show or hide the frame for the frame's own prompt, such as a second factor during a login;
 * from the app, it means that the user has closed it. The frame answers each `ping` with a `pong`, because browsers don't report crashed frames.
 */
export const portNames = {
  offer: '@latchkey/PORT',
  accept: '@latchkey/PORT_OK',
  escape: '@latchkey/ESCAPE',
  screen: '@latchkey/SCREEN',
  prompt: '@latchkey/PROMPT',
  ping: '@latchkey/PING',
  pong: '@latchkey/PONG',
} as const

/** Error code for a user frozen by the operator, in the range that JSON-RPC reserves for servers. */
export const walletFrozen = -32_050

/** RPC_REQUEST methods that need no approval. Closing the modal doesn't abort them. [S4.37] */
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
  'wallet_getSupportedExecutionPermissions',
  'wallet_getGrantedExecutionPermissions',
]

/** RPC_REQUEST methods that the user approves in the frame. All others are refused. [S8.17] */
export const approvalMethods: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_sendUserOperation',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'bip122_signMessage',
  'bip122_signPsbt',
  'wallet_sendCalls',
  'wallet_requestExecutionPermissions',
  'wallet_revokeExecutionPermission',
  // as the two were called before [ERC-7715]
  'wallet_grantPermissions',
  'wallet_revokePermissions',
]
