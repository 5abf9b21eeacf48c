import { defineFeature, type Feature } from '../../defineView.js'
import statusStyles from '../../primitives/Status.css'
import styles from './SIWXSignMessageView.css'
import { SIWXSignMessageView } from './SIWXSignMessageView.js'

/** Sign-in with the wallet. Core guards the closing of its view. */
export const feature: Feature = defineFeature({
  styles: statusStyles + styles,
  views: [
    {
      name: 'SIWXSignMessage',
      title: 'signInTitle',
      // a payment that waits below continues after the sign-in
      canGoBack: () => false,
      View: SIWXSignMessageView,
    },
  ],
})
