import { useMemo } from 'react'
import { useShell } from '../router/ShellContext.js'
import type { MessageKey, ShellKey } from './messages/en.js'
import { createTranslate, type Translate } from './translate.js'

/** Says the texts that come with a view as well as those of the shell. Keep `own` outside the component. */
export function useTexts<key extends MessageKey>(own: { readonly [name in key]: string }): Translate<key | ShellKey> {
  const shell = useShell()
  return useMemo(() => {
    const { texts, messages } = shell.modal.ui
    return createTranslate<key>(texts ?? messages, own)
    // another language is another value of the shell
  }, [shell, own])
}
