import { defineFeature, type Feature } from '../../defineView.js'
import searchFieldStyles from '../../primitives/SearchField.css'
import statusStyles from '../../primitives/Status.css'
import { nameTexts } from './messages.js'
import { RegisterAccountNameSuccessView } from './RegisterAccountNameSuccessView.js'
import namesStyles from './RegisterAccountNameView.css'
import { RegisterAccountNameView } from './RegisterAccountNameView.js'

/** Names of accounts. */
export const feature: Feature = defineFeature({
  texts: nameTexts,
  styles: searchFieldStyles + statusStyles + namesStyles,
  views: [
    { name: 'RegisterAccountName', title: 'nameTitle', View: RegisterAccountNameView },
    {
      name: 'RegisterAccountNameSuccess',
      title: 'nameDoneTitle',
      canGoBack: ({ names }) => names?.step !== 'registered',
      View: RegisterAccountNameSuccessView,
    },
  ],
})
