import type { ReactElement } from 'react'

/** An email address in a text, as it is written whatever the direction of the text. */
export function Address({ email }: { readonly email: string }): ReactElement {
  return (
    <b>
      <bdi dir="ltr">{email}</bdi>
    </b>
  )
}
