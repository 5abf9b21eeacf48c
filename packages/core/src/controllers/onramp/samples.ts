import type { OnRampOptions, PaymentCurrency, PurchaseCurrency } from '../../api/blockchain/types.js'

/** A stablecoin pegged to USD, on Ethereum and Polygon. [S3.11] */
export const defaultPurchaseCurrency: PurchaseCurrency = {
  id: 'USDC',
  name: 'USD Coin',
  symbol: 'USDC',
  networks: [
    {
      name: 'ethereum',
      display_name: 'Ethereum',
      chain_id: '1',
      contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    {
      name: 'polygon',
      display_name: 'Polygon',
      chain_id: '137',
      contract_address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    },
  ],
}

/** [S9.4] */
const limits: PaymentCurrency['payment_method_limits'] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** [S3.12] */
export const defaultPaymentCurrency: PaymentCurrency = { id: 'USD', payment_method_limits: limits }

export const samplePaymentCurrencies: readonly PaymentCurrency[] = [
  defaultPaymentCurrency,
  { id: 'EUR', payment_method_limits: limits },
]

/** Stands in where nobody can be asked what can be bought: to look at, not to buy. [S8.56] */
export const sampleOptions: OnRampOptions = {
  purchaseCurrencies: [defaultPurchaseCurrency],
  paymentCurrencies: samplePaymentCurrencies,
  providers: [],
}
