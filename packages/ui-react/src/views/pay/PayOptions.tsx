import type { Network, PayState } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import { payTexts } from '../../i18n/messages/pay.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Tile } from '../../primitives/Tile/Tile.js'

export type PayOptionsProps = {
  readonly pay: PayState
  readonly networks: readonly Network[]
  readonly onChoose: (index: number) => void
}

/** The assets and networks that the app takes. */
export function PayOptions({ pay, networks, onChoose }: PayOptionsProps): ReactElement {
  const t = useTexts(payTexts)
  const name = useId()
  return (
    <fieldset className="payoptions">
      <legend className="group">{t('payWith')}</legend>
      {pay.options.map(({ token, amount }, index) => {
        const network = networks.find(({ caipNetworkId }) => caipNetworkId === token.caipNetworkId)
        return (
          <label className="row" part="row" key={`${token.caipNetworkId}:${token.address ?? ''}:${amount}`}>
            <Tile name={token.symbol} src={token.iconUrl} round />
            <span className="t">
              <b>
                <bdi>
                  {amount} {token.symbol}
                </bdi>
              </b>
              <small>
                <bdi>{network?.name ?? token.caipNetworkId}</bdi>
              </small>
            </span>
            <input type="radio" name={name} checked={index === pay.selected} onChange={() => onChoose(index)} />
          </label>
        )
      })}
    </fieldset>
  )
}
