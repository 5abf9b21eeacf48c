import { renderToString } from 'react-dom/server'
import { createSsrModal, SsrApp } from './SsrApp.js'

/** The page's HTML, made in plain Node. */
export function render(): string {
  return renderToString(<SsrApp modal={createSsrModal()} />)
}
