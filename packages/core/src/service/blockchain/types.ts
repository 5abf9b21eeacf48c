import type { CaipAddress, CaipNetworkId } from '../../utils/caip.js'

/** A token on a network. */
export type Token = {
  readonly caipNetworkId: CaipNetworkId
  /** Contract or mint address; undefined for the native currency. */
  readonly address?: string | undefined
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
  /** USD per whole unit. */
  readonly price?: number | undefined
}

export type TokenBalance = Token & {
  /** `numeric` is an exact decimal string in whole units. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  /** USD. */
  readonly value?: number | undefined
}

export type Nft = {
  readonly caipNetworkId: CaipNetworkId
  readonly address: string
  readonly tokenId: string
  readonly name: string
  readonly imageUrl?: string | undefined
  readonly collection?: string | undefined
}

export type SwapToken = Token & { readonly logoUri?: string | undefined; readonly eip2612?: boolean | undefined }

/** Amounts in atomic units. `fromAccount` and `toAccount` are the tokens. */
export type SwapQuote = {
  readonly id?: string | undefined
  readonly fromAmount: bigint
  readonly fromAccount: CaipAddress
  readonly toAmount: bigint
  readonly toAccount: CaipAddress
  readonly blockNumber?: bigint | undefined
  /** The swap contract, which is called and spends the token. */
  readonly router?: CaipAddress | undefined
}

/** `price`: USD per whole unit. */
export type TokenPrice = {
  readonly address: CaipAddress
  readonly name: string
  readonly symbol: string
  readonly iconUrl?: string | undefined
  readonly price: number
}

/** Wei per unit of gas. */
export type GasPrice = { readonly standard: bigint; readonly fast: bigint; readonly instant: bigint }

/** A transaction built by a service, to be verified before it is signed. `value` and `gasPrice` in wei. */
export type BuiltTransaction = {
  readonly from: CaipAddress
  readonly to: CaipAddress
  readonly data: `0x${string}`
  readonly value: bigint
  readonly gas?: bigint | undefined
  readonly gasPrice?: bigint | undefined
}

export type HistoryTransaction = {
  readonly id: string
  readonly metadata: {
    readonly operationType: string
    readonly hash: string
    readonly chain: CaipNetworkId
    /** ISO 8601. */
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: 'confirmed' | 'failed' | 'pending'
    readonly nonce?: number | undefined
  }
  readonly transfers: readonly HistoryTransfer[]
}

export type HistoryTransfer = {
  readonly direction: 'in' | 'out' | 'self'
  /** `numeric` is a decimal string in whole units. */
  readonly quantity: { readonly numeric: string }
  readonly fungible_info?:
    | {
        readonly name?: string | undefined
        readonly symbol?: string | undefined
        /** Which token it is, if the service says so. */
        readonly token?: Pick<Token, 'caipNetworkId' | 'address'> | undefined
        readonly icon?: { readonly url: string } | undefined
      }
    | undefined
  readonly nft_info?:
    | {
        readonly name?: string | undefined
        readonly content?: { readonly preview?: { readonly url: string } | undefined } | undefined
        readonly flags?: { readonly is_spam?: boolean | undefined } | undefined
      }
    | undefined
  /** USD. */
  readonly value?: number | undefined
  /** USD per whole unit. */
  readonly price?: number | undefined
}

/**
 * `addresses` by coin type (SLIP-44, ENSIP-11) as a string. 2147483648 stands for every EVM network (ENSIP-19).
 */
export type NameProfile = {
  readonly name: string
  readonly addresses: {
    readonly [coinType: string]: { readonly address: string; readonly created?: string | undefined }
  }
  readonly attributes: readonly { readonly avatar?: string | undefined; readonly bio?: string | undefined }[]
}

export type NameSuggestion = { readonly name: string; readonly registered: boolean }

export type OnRampNetwork = {
  readonly name: string
  readonly display_name?: string | undefined
  readonly chain_id?: string | undefined
  readonly contract_address?: string | undefined
}

/** A currency that can be bought. */
export type PurchaseCurrency = {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly networks: readonly OnRampNetwork[]
}

/** A currency to pay with. Limits are decimal strings in that currency. */
export type PaymentCurrency = {
  readonly id: string
  readonly payment_method_limits: readonly { readonly id: string; readonly min: string; readonly max: string }[]
}

export type OnRampProvider = {
  readonly name: string
  readonly label: string
  readonly feeRange?: string | undefined
  readonly iconUrl?: string | undefined
  /** Identifies the referring app to the provider. Not a secret. */
  readonly publicKey?: string | undefined
}

export type OnRampOptions = {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  readonly providers?: readonly OnRampProvider[] | undefined
}

/** A decimal string and its currency. */
export type MoneyAmount = { readonly amount: string; readonly currency: string }

export type OnRampQuote = {
  readonly purchaseAmount: MoneyAmount
  readonly paymentTotal?: MoneyAmount | undefined
  readonly paymentSubtotal?: MoneyAmount | undefined
  readonly networkFee?: MoneyAmount | undefined
  readonly coinbaseFee?: MoneyAmount | undefined
  readonly providerFee?: MoneyAmount | undefined
  readonly quoteId?: string | undefined
}

/** Times in seconds since the epoch. */
export type SmartSession = {
  readonly pci: string
  readonly project: {
    readonly id: string
    readonly name: string
    readonly url?: string | undefined
    readonly iconUrl?: string | undefined
  }
  /** Absent if it ends only when it is revoked. */
  readonly expiration?: number | undefined
  readonly revokedAt?: number | undefined
  readonly createdAt?: number | undefined
  readonly permissions: readonly unknown[]
  readonly context?: string | undefined
  /** Who lists it: the wallet that granted it, the service, or both. */
  readonly listedBy: readonly ('wallet' | 'service')[]
}

/** The balances and NFTs of an address. */
export type Holdings = { readonly balances: readonly TokenBalance[]; readonly nfts: readonly Nft[] }

/** Transactions of an account, newest first. */
export type HistoryPage = {
  readonly data: readonly HistoryTransaction[]
  /** Cursor of the next page; undefined on the last page. */
  readonly next?: string | undefined
}
