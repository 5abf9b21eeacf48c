export type { AccountButtonProps } from '../buttons/AccountButton.js'
export { AccountButton } from '../buttons/AccountButton.js'
export type { ConnectButtonProps, CustomConnectButtonProps } from '../buttons/ConnectButton.js'
export { ConnectButton } from '../buttons/ConnectButton.js'
export type { NetworkButtonProps } from '../buttons/NetworkButton.js'
export { NetworkButton } from '../buttons/NetworkButton.js'
export type { OpenProps } from '../buttons/OpenButton.js'
export type { ShownAccount } from '../buttons/shownAccount.js'
export type { ConnectButtonState } from '../buttons/useConnectButton.js'
export type { WalletButtonOptions, WalletButtonState, WalletButtonStatus } from '../buttons/useWalletButton.js'
export type { CustomWalletButtonProps, WalletButtonProps } from '../buttons/WalletButton.js'
export { WalletButton } from '../buttons/WalletButton.js'
export { createModal } from '../createModal.js'
export type { AnyViewDefinition, LoadedView, ViewDefinition, ViewProps } from '../defineView.js'
export { defineView } from '../defineView.js'
export type { LatchkeyProviderProps } from '../hooks/LatchkeyProvider.js'
export { LatchkeyProvider } from '../hooks/LatchkeyProvider.js'
export type { UseAccountOptions } from '../hooks/useAccount.js'
export { useAccount } from '../hooks/useAccount.js'
export type { ConnectedAccount } from '../hooks/useAccounts.js'
export { useAccounts } from '../hooks/useAccounts.js'
export type { ActionState } from '../hooks/useAction.js'
export type { UseBalanceOptions } from '../hooks/useBalance.js'
export { useBalance } from '../hooks/useBalance.js'
export type { UseConnectionsOptions, UseConnectionsResult } from '../hooks/useConnections.js'
export { useConnections } from '../hooks/useConnections.js'
export type { UseLoginWithTokenResult } from '../hooks/useLoginWithToken.js'
export { useLoginWithToken } from '../hooks/useLoginWithToken.js'
export type { UseModalResult, UseThemeResult } from '../hooks/useModal.js'
export { useEvents, useModal, useTheme } from '../hooks/useModal.js'
export { useModalState } from '../hooks/useModalState.js'
export type { UseNameOptions } from '../hooks/useName.js'
export { useName } from '../hooks/useName.js'
export type { UseNetworkOptions, UseNetworkResult } from '../hooks/useNetwork.js'
export { useNetwork } from '../hooks/useNetwork.js'
export type { UsePayResult } from '../hooks/usePay.js'
export { usePay } from '../hooks/usePay.js'
export type { UseProviderOptions, UseProviderResult } from '../hooks/useProvider.js'
export { useProvider } from '../hooks/useProvider.js'
export type { QueryState } from '../hooks/useQuery.js'
export type { UseRecentTransactionsOptions, UseRecentTransactionsResult } from '../hooks/useRecentTransactions.js'
export { useAddRecentTransaction, useRecentTransactions } from '../hooks/useRecentTransactions.js'
export type { UseSignInResult } from '../hooks/useSignIn.js'
export { useSignIn } from '../hooks/useSignIn.js'
export type { UseUpdateEmailResult } from '../hooks/useUpdateEmail.js'
export { useUpdateEmail } from '../hooks/useUpdateEmail.js'
export type { UseWaitForTransactionOptions } from '../hooks/useWaitForTransaction.js'
export { useWaitForTransaction } from '../hooks/useWaitForTransaction.js'
export type { UseWalletsOptions, UseWalletsResult } from '../hooks/useWallets.js'
export { useWallets } from '../hooks/useWallets.js'
export type {
  ConnectVariables,
  NetworkReference,
  SendTransactionVariables,
  UseConnectResult,
  UseDisconnectResult,
  UseSendTransactionResult,
  UseSignMessageResult,
  UseSignTypedDataResult,
  UseSwitchNetworkResult,
} from '../hooks/walletActions.js'
export {
  useConnect,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchNetwork,
} from '../hooks/walletActions.js'
export type { Locale, LocaleChoice } from '../i18n/locale.js'
export type { MessageKey, Messages, PluralText } from '../i18n/messages/keys.js'
export { setLocale } from '../i18n/setLocale.js'
export type { CreateModalOptions, LatchkeyModalElement, UiModal, UiOptions, UiState } from '../uiModal.js'
