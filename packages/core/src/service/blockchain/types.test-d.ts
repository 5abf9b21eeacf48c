import { expectTypeOf, test } from 'vitest'
import type { MoneyAmount, OnRampQuote, SwapToken, TokenBalance } from './types.js'

test('[S3.8] a token of a balance list, and the logo of a token to swap', () => {
  expectTypeOf<TokenBalance>().toExtend<{
    readonly address?: string | undefined
    readonly decimals: number
    readonly quantity: { readonly decimals: string; readonly numeric: string }
    readonly price?: number | undefined
    readonly value?: number | undefined
    readonly name: string
    readonly symbol: string
    readonly iconUrl?: string | undefined
  }>()
  expectTypeOf<SwapToken['logoUri']>().toEqualTypeOf<string | undefined>()
})

test('[S3.14] a quote', () => {
  expectTypeOf<OnRampQuote>().toExtend<{
    readonly networkFee?: MoneyAmount | undefined
    readonly paymentSubtotal?: MoneyAmount | undefined
    readonly paymentTotal?: MoneyAmount | undefined
    readonly purchaseAmount: MoneyAmount
    readonly quoteId?: string | undefined
  }>()
  expectTypeOf<MoneyAmount>().toEqualTypeOf<{ readonly amount: string; readonly currency: string }>()
})
