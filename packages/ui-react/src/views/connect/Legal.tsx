import { internals } from '@latchkey/core'
import type { ReactElement, ReactNode } from 'react'
import { fill } from '../../i18n/fill.js'
import { useShell } from '../../router/ShellContext.js'

/** What the visitor accepts by connecting, where the app has named it. */
export function Legal(): ReactElement | null {
  const { modal, t } = useShell()
  const { termsConditionsUrl, privacyPolicyUrl } = modal[internals].options
  const terms = termsConditionsUrl && <LegalLink href={termsConditionsUrl}>{t('legalTerms')}</LegalLink>
  const privacy = privacyPolicyUrl && <LegalLink href={privacyPolicyUrl}>{t('legalPrivacy')}</LegalLink>
  if (!terms && !privacy) return null
  return (
    <p className="foot">
      {terms && privacy ? fill(t('legalBoth'), { terms, privacy }) : fill(t('legalOne'), { link: terms ?? privacy })}
    </p>
  )
}

function LegalLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactElement {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
