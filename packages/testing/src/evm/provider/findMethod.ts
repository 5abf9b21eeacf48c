import { addChain } from '../methods/addChain.js'
import { forwardRead } from '../methods/forwardRead.js'
import { getCallsStatus } from '../methods/getCallsStatus.js'
import { getCapabilities } from '../methods/getCapabilities.js'
import { getPermissions } from '../methods/getPermissions.js'
import { personalSign } from '../methods/personalSign.js'
import { requestAccounts } from '../methods/requestAccounts.js'
import { requestPermissions } from '../methods/requestPermissions.js'
import { revokePermissions } from '../methods/revokePermissions.js'
import { sendCalls } from '../methods/sendCalls.js'
import { sendTransaction } from '../methods/sendTransaction.js'
import { signTransaction } from '../methods/signTransaction.js'
import { signTypedData } from '../methods/signTypedData.js'
import { switchChain } from '../methods/switchChain.js'
import { watchAsset } from '../methods/watchAsset.js'
import type { WalletMethod } from './walletMethod.js'

const methods: Readonly<Record<string, WalletMethod>> = {
  eth_accounts: { prompts: false, handle: ({ state }) => [...state.exposed()] },
  eth_chainId: { prompts: false, handle: ({ state }) => `0x${state.chains.selected().id.toString(16)}` },
  eth_requestAccounts: { prompts: true, handle: requestAccounts },
  eth_sendTransaction: { prompts: true, handle: sendTransaction },
  eth_signTransaction: { prompts: true, handle: signTransaction },
  eth_signTypedData_v4: { prompts: true, handle: signTypedData },
  net_version: { prompts: false, handle: ({ state }) => String(state.chains.selected().id) },
  personal_sign: { prompts: true, handle: personalSign },
  wallet_addEthereumChain: { prompts: true, handle: addChain },
  wallet_getCallsStatus: { prompts: false, handle: getCallsStatus },
  wallet_getCapabilities: { prompts: false, handle: getCapabilities },
  wallet_getPermissions: { prompts: false, handle: getPermissions },
  wallet_requestPermissions: { prompts: true, handle: requestPermissions },
  wallet_revokePermissions: { prompts: false, handle: revokePermissions },
  wallet_sendCalls: { prompts: true, handle: sendCalls },
  wallet_switchEthereumChain: { prompts: true, handle: switchChain },
  wallet_watchAsset: { prompts: true, handle: watchAsset },
}

/** The method of that name; what is not the wallet's own is a read of the chain, or refused there. */
export function findMethod(name: string): WalletMethod {
  return (Object.hasOwn(methods, name) ? methods[name] : undefined) ?? { prompts: false, handle: forwardRead }
}
