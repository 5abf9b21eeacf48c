import { defineFeature, type Feature } from '../../defineView.js'
import styles from './ApproveTransactionView.css'
import { ApproveTransactionView } from './ApproveTransactionView.js'

/** Room for the embedded wallet's own screen. */
export const feature: Feature = defineFeature({
  styles,
  views: [{ name: 'ApproveTransaction', title: 'approveTitle', View: ApproveTransactionView }],
})
