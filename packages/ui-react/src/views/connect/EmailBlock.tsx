import type { Namespace } from '@latchkey/core'
import { type ReactElement, useRef } from 'react'
import { useStyles } from '../../hooks/useStyles.js'
import { EmailForm } from '../email-login/EmailForm.js'
import { emailStyles } from '../email-login/emailStyles.js'
import or from './Or.css'

const styles = emailStyles + or

/** The login by email among the ways to connect. Apart from the view: the first opening of a page without it goes without. */
export function EmailBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const block = useRef<HTMLDivElement>(null)
  useStyles(styles, block)
  return (
    <div ref={block}>
      <EmailForm namespace={namespace} />
    </div>
  )
}
