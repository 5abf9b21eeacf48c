import type { Modal } from '../../modal.js'
import { callBlockchain } from './callBlockchain.js'
import { decimal, imageUrl, may, need, rowsOf, text } from './fields.js'
import type { OnRampNetwork, OnRampOptions, OnRampProvider, PaymentCurrency, PurchaseCurrency } from './types.js'

/** What can be bought, what with, and at whom: `GET /v1/onramp/options` [S7.18]. */
export async function fetchOnRampOptions(
  modal: Modal,
  { signal }: { readonly signal: AbortSignal },
): Promise<OnRampOptions> {
  const reply = await callBlockchain(modal, { path: '/v1/onramp/options', signal })
  return {
    purchaseCurrencies: need(reply, 'purchaseCurrencies', rowsOf(toPurchaseCurrency)),
    paymentCurrencies: need(reply, 'paymentCurrencies', rowsOf(toPaymentCurrency)),
    providers: may(
      reply,
      'providers',
      rowsOf((row) => toProvider(modal, row)),
    ),
  }
}

function toPurchaseCurrency(row: unknown): PurchaseCurrency {
  const symbol = need(row, 'symbol', text)
  return {
    id: need(row, 'id', text),
    name: may(row, 'name', text) ?? symbol,
    symbol,
    networks: may(row, 'networks', rowsOf(toNetwork)) ?? [],
  }
}

function toNetwork(row: unknown): OnRampNetwork {
  return {
    name: need(row, 'name', text),
    display_name: may(row, 'display_name', text),
    chain_id: may(row, 'chain_id', text),
    contract_address: may(row, 'contract_address', text),
  }
}

function toPaymentCurrency(row: unknown): PaymentCurrency {
  const toLimit = (limit: unknown): PaymentCurrency['payment_method_limits'][number] => ({
    id: need(limit, 'id', text),
    min: need(limit, 'min', decimal),
    max: need(limit, 'max', decimal),
  })
  return { id: need(row, 'id', text), payment_method_limits: may(row, 'payment_method_limits', rowsOf(toLimit)) ?? [] }
}

function toProvider(modal: Modal, row: unknown): OnRampProvider {
  const name = need(row, 'name', text)
  return {
    name,
    label: may(row, 'label', text) ?? name,
    feeRange: may(row, 'feeRange', text),
    iconUrl: may(row, 'iconUrl', imageUrl(modal)),
    publicKey: may(row, 'publicKey', text),
  }
}
