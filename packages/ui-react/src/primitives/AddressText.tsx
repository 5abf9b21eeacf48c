import { Fragment, type ReactElement } from 'react'

/**
 * A whole address in groups of four characters, for reading. The spaces between the groups are margins: a selection
 * copies the exact address. Its feature adopts `AddressText.css`.
 */
export function AddressText({ address }: { readonly address: string }): ReactElement {
  return (
    <bdi className="groups" dir="ltr">
      {toGroups(address).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups may be equal, and never move
        <Fragment key={index}>
          <span>{group}</span>
          <wbr />
        </Fragment>
      ))}
    </bdi>
  )
}

/** A prefix such as `0x` stays with the first group. */
function toGroups(address: string): readonly string[] {
  return address.match(/^0x.{1,4}|.{1,4}/gu) ?? []
}
