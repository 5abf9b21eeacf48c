import { expect, test } from 'vitest'
import * as controllers from './controllers.js'
import * as core from './index.js'
import * as plugin from './plugin.js'

test('what the package gives', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "InvalidOptionsError",
      "LatchkeyError",
      "StorageUnavailableError",
      "apiVersion",
      "balanceLimits",
      "createModalCore",
      "defaultFeatures",
      "internals",
      "isLatchkeyError",
      "isNamespace",
      "isRecord",
      "loadModule",
      "mustBe",
      "namespaces",
      "parseCaipAddress",
      "parseCaipNetworkId",
      "routedNetworkIds",
      "shakeDuration",
      "toCaipAddress",
      "toFixedDecimals",
      "toShortAddress",
      "toastDelays",
      "zeroBalance",
    ]
  `)
})

test('what its controllers entry gives', () => {
  expect(Object.keys(controllers).sort()).toMatchInlineSnapshot(`
    [
      "addAddressLabel",
      "addNetwork",
      "broadcastTransaction",
      "callFeature",
      "close",
      "connect",
      "disconnect",
      "estimateGas",
      "fetchBalance",
      "fetchNetworkImage",
      "getAccount",
      "getCaipNetworkId",
      "getConnection",
      "getNetwork",
      "getNetworkState",
      "getNetworks",
      "getProvider",
      "getRoute",
      "getWalletRows",
      "goBack",
      "hideAlert",
      "hideToast",
      "open",
      "popTransaction",
      "prepareConnect",
      "push",
      "pushTransaction",
      "removeAddressLabel",
      "removeNetwork",
      "replace",
      "reset",
      "sendTransaction",
      "setActiveNamespace",
      "setLoading",
      "setTheme",
      "shake",
      "showAlert",
      "showToast",
      "signMessage",
      "signTypedData",
      "startConnect",
      "startSwitch",
      "switchNetwork",
      "toStartRoute",
      "track",
      "updateFeatures",
      "watchBalance",
      "watchEvents",
    ]
  `)
})

test('nothing stands in both', () => {
  expect(Object.keys(core).filter((name) => name in controllers)).toEqual([])
})

test('what plugins are made with', () => {
  expect(Object.keys(plugin).sort()).toMatchInlineSnapshot(`
    [
      "AbortedError",
      "AccountChangedError",
      "AdapterNotFoundError",
      "BalanceUnavailableError",
      "ChainNotSupportedError",
      "ChainNotSwitchedError",
      "ConnectionRejectedError",
      "ConnectorFailedError",
      "ConnectorNotFoundError",
      "DisconnectFailedError",
      "FeatureNotSupportedError",
      "InvalidCaipAddressError",
      "InvalidWalletReplyError",
      "ModalClosedError",
      "NetworkNotFoundError",
      "NotConnectedError",
      "NotStartedError",
      "RpcChainMismatchError",
      "RpcError",
      "RpcFailedError",
      "RpcUrlMissingError",
      "TimedOutError",
      "ViewNotFoundError",
      "assertCaipAddress",
      "deadlines",
      "getRpcCode",
      "isAddress",
      "isRetryStatus",
      "isSameAddress",
      "rankDefaults",
      "rankEndpoints",
      "rpcDefaults",
      "toDecimal",
      "toLatchkeyError",
      "toRetryDelay",
    ]
  `)
})
