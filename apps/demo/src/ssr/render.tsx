import { renderToString } from 'react-dom/server'
import { createSsrModal, SsrApp } from './SsrApp.js'

/** Renders the page's HTML in Node. */
export function render(): string {
  return renderToString(<SsrApp modal={createSsrModal()} />)
}
