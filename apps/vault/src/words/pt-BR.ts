import type { Words } from './wordsType.js'

export const ptBR: Words = {
  facts: {
    pair: '{label}: {value}',
    site: 'Site',
    browser: 'Navegador',
    place: 'Endereço IP',
    login: 'Login',
    until: 'Retida até',
    due: 'Entra em vigor',
    time: 'Horário',
  },
  notYou:
    'Se não foi você, não clique no link nem compartilhe o código. Sem eles nada acontece, e você pode excluir este e-mail.',
  link: {
    subject: 'Aprove um login em {site}',
    lead: 'Nova tentativa de login em um navegador não reconhecido.',
    label: 'Revisar e aprovar',
    terms: 'O link vale por 10 minutos. Aprove somente se você iniciou este login, e continue no mesmo navegador.',
    page: {
      question: 'Aprovar este dispositivo?',
      lead: 'Nova tentativa de login em um navegador não reconhecido. Aprove somente se foi você quem a iniciou.',
      validFor: 'Válido por',
      approve: 'Aprovar',
      notYou: 'Se não foi você, feche esta página. Ninguém consegue entrar sem a sua aprovação.',
      startAgain: 'Comece novamente no app para receber um novo link.',
      done: 'Dispositivo aprovado',
      doneLead: 'Enviamos um código para o seu e-mail. Digite-o em {site}, na aba em que você começou.',
      close: 'Você pode fechar esta página.',
      back: 'Voltar para {site}',
    },
  },
  login: {
    subject: 'Seu código para {site}',
    lead: 'Seu código para entrar:',
    terms: 'Ele vale por 10 minutos, uma vez, e somente no navegador em que você o pediu.',
  },
  sms: { login: '{code} é seu código para {site}. Não o compartilhe.' },
  primary: {
    subject: 'Seu código para mudar seu e-mail',
    lead: 'Alguém conectado como você quer mudar o e-mail da sua carteira. Seu código para permitir:',
    terms: 'Ele vale por 10 minutos, uma vez. Nunca o compartilhe.',
  },
  secondary: {
    subject: 'Seu código para confirmar seu novo e-mail',
    lead: 'Seu código para entrar com este e-mail a partir de agora:',
    terms: 'Ele vale por 10 minutos, uma vez.',
  },
  guest: {
    subject: 'Seu código para adicionar um login à sua carteira',
    lead: 'Seu código para adicionar este e-mail a uma carteira de convidado, que ele abre a partir de agora:',
    terms: 'Ele vale por 10 minutos, uma vez, e somente no navegador em que você o pediu. Nunca o compartilhe.',
  },
  account: {
    subject: 'Seu código para confirmar que é você',
    terms: 'Ele vale por 10 minutos, uma vez. Digite-o somente na página da sua carteira: nenhum aplicativo o pede.',
    leads: {
      export:
        'Seu código para mostrar sua frase de recuperação. Quem tiver essas palavras controla sua carteira para sempre:',
      import: 'Seu código para importar uma frase de recuperação, o que muda seus endereços:',
      recovery: 'Seu código para criar um código de recuperação, que pode mover sua carteira para outro e-mail:',
      seal: 'Seu código para mudar como sua carteira está selada:',
      link: 'Seu código para adicionar um login que abre sua carteira:',
      unlink: 'Seu código para remover um login da sua carteira:',
      freeze: 'Seu código para congelar ou descongelar sua carteira:',
      factor: 'Seu código para configurar um segundo fator na sua carteira:',
      custody: 'Seu código para mudar de quem é sua conta inteligente:',
    },
  },
  notices: {
    'login.done': {
      title: 'Sua carteira foi aberta em outro navegador',
      text: 'Alguém entrou na sua carteira em um navegador que não era conhecido.',
    },
    'login.linked': {
      title: 'Sua carteira tem um novo login com {login}',
      text: 'Alguém conectado como você adicionou uma conta {login}. Ela abre sua carteira a partir de agora.',
    },
    'login.removed': {
      title: 'Um login foi removido da sua carteira',
      text: 'Sua carteira não abre mais com este login: {login}. Os navegadores que o usavam foram desconectados.',
    },
    'passkey.added': {
      title: 'Uma chave de acesso foi adicionada à sua carteira',
      text: 'Alguém conectado como você adicionou uma chave de acesso. Ela abre sua carteira a partir de agora.',
    },
    'passkey.copied': {
      title: 'Uma das suas chaves de acesso foi copiada',
      text: 'Alguém tentou entrar com uma cópia da sua chave de acesso. Recusamos. Remova a chave de acesso na página da sua carteira e crie uma nova.',
    },
    'update.done': {
      title: 'Seu e-mail foi alterado',
      text: 'A partir de agora você entra com um novo e-mail. Todos os outros navegadores foram desconectados. Por 24 horas nenhum navegador novo pode entrar, e a frase de recuperação não pode ser mostrada.',
    },
    'update.done.former': {
      title: 'Seu e-mail foi alterado',
      text: 'Sua carteira não abre mais com este e-mail. Todos os outros navegadores foram desconectados. Por 24 horas nenhum navegador novo pode entrar, e a frase de recuperação não pode ser mostrada.',
    },
    'update.undone': {
      title: 'A alteração do seu e-mail foi desfeita',
      text: 'Sua carteira volta a abrir com o e-mail anterior. Todos os navegadores foram desconectados, e os que vieram depois da alteração não são mais conhecidos.',
    },
    'update.undone.former': {
      title: 'A alteração do seu e-mail foi desfeita',
      text: 'A carteira não abre mais com este e-mail. O dono do anterior desfez a alteração.',
    },
    'device.revoked': {
      title: 'Um navegador foi desconectado da sua carteira',
      text: 'Ele precisa de um link por e-mail e de um código para entrar de novo.',
    },
    'resume.reused': {
      title: 'Uma sessão da sua carteira foi usada duas vezes',
      text: 'Alguém pode tê-la copiado de um aplicativo. A sessão foi encerrada nos dois lugares.',
    },
    'export.done': {
      title: 'Sua frase de recuperação foi mostrada',
      text: 'Alguém conectado como você viu a frase de recuperação. Quem tiver essas palavras controla sua carteira para sempre. Se não foi você, mova seus ativos para outra carteira agora.',
    },
    'recovery.printed': {
      title: 'Um código de recuperação foi criado para sua carteira',
      text: 'Quem tiver este código pode mover sua carteira para outro e-mail em 72 horas. Ele substitui qualquer código anterior.',
    },
    'recovery.started': {
      title: 'Sua carteira está mudando para outro e-mail',
      text: 'Alguém usou seu código de recuperação. Em 72 horas sua carteira pertencerá a outro e-mail.',
    },
    'recovery.started.next': {
      title: 'Uma carteira está mudando para o seu e-mail',
      text: 'Alguém está movendo sua carteira para este e-mail com um código de recuperação. Entre com ele em 72 horas. Se não foi você, ignore este e-mail.',
    },
    'recovery.cancelled': {
      title: 'A recuperação da sua carteira foi cancelada',
      text: 'Sua carteira continua com o e-mail dela. O código de recuperação usado não vale mais: crie um novo.',
    },
    'recovery.done': {
      title: 'Sua carteira mudou para este e-mail',
      text: 'Ela foi recuperada com o código de recuperação. Todos os navegadores conectados antes foram desconectados.',
    },
    'recovery.done.former': {
      title: 'Sua carteira mudou para outro e-mail',
      text: 'Ela foi recuperada com o código de recuperação. Você não entra mais com este e-mail.',
    },
    'seal.asked': {
      title: 'Sua carteira será selada',
      text: 'Alguém conectado como você pediu para selar sua carteira com um código impresso. Isso entra em vigor em 24 horas. A partir daí ninguém abre a carteira sem esse código ou uma chave de acesso, e ninguém pode restaurá-la. Se foi pedida uma nova frase de recuperação, a carteira também recebe endereços novos; os antigos continuam seus.',
    },
    'seal.cancelled': {
      title: 'A selagem da sua carteira foi cancelada',
      text: 'Sua carteira continua como está: nenhum código impresso é necessário para usá-la.',
    },
    'seal.made': {
      title: 'Sua carteira foi selada',
      text: 'A partir de agora ela só assina depois de desbloqueada com seu próprio código ou chave de acesso. Quem perde todos perde a carteira.',
    },
    'seal.added': {
      title: 'Sua carteira selada tem outra chave',
      text: 'Alguém adicionou um código ou uma chave de acesso que desbloqueia sua carteira.',
    },
    'seal.removed': {
      title: 'Sua carteira não está mais selada',
      text: 'Ela assina sem ser desbloqueada antes.',
    },
    'seal.undone': {
      title: 'O selo da sua carteira foi desfeito',
      text: 'Ele foi feito depois da troca do seu endereço de e-mail, e essa troca foi desfeita. Sua carteira assina sem ser desbloqueada antes.',
    },
    'wallet.created': {
      title: 'Sua carteira está selada e tem endereços novos',
      text: 'A partir de agora ela só assina depois de desbloqueada com seu próprio código ou chave de acesso. Quem perde todos perde a carteira. O que está nos endereços antigos continua seu: mova-o e dê os endereços novos a quem paga você.',
    },
    'wallet.chosen': {
      title: 'Sua carteira usa outros endereços',
      text: 'Alguém conectado como você alternou entre sua carteira anterior à nova frase de recuperação e a nova. O que está em qualquer um dos endereços continua seu.',
    },
    'wallet.imported': {
      title: 'Sua carteira usa endereços importados',
      text: 'Alguém conectado como você importou uma frase de recuperação ou uma chave privada. O que está nos endereços anteriores continua sendo seu: volte a eles na página da sua carteira. Se não foi você, congele sua carteira e não envie nada aos novos endereços.',
    },
    'unlock.asked': {
      title: 'Um navegador novo pede para desbloquear sua carteira',
      text: 'Confirme-o em até 30 minutos na página da sua carteira, em um navegador que você usa há mais de um dia.',
    },
    'unlock.approved': {
      title: 'Um navegador novo pode desbloquear sua carteira',
      text: 'Alguém o confirmou em um navegador já conhecido. Ele ainda precisa do seu código impresso ou de uma chave de acesso.',
    },
    'transfer.held': {
      title: 'Uma transferência da sua carteira está retida',
      text: 'Alguém conectado como você aprovou uma transferência. Ela está retida e pode ser feita depois.',
    },
    'transfer.cancelled': {
      title: 'Uma transferência da sua carteira foi cancelada',
      text: 'Nada foi enviado. O navegador que pediu a transferência foi desconectado.',
    },
    'limit.reached': {
      title: 'Sua carteira atingiu o limite diário',
      text: 'Um pedido para enviar mais do que sua carteira pode enviar em um dia foi recusado. Nada foi enviado.',
    },
    'permission.granted': {
      title: 'Um aplicativo agora pode agir por você',
      text: 'Alguém conectado como você permitiu que este aplicativo gaste ou chame contratos dentro de limites, sem perguntar de novo.',
    },
    'permission.revoked': {
      title: 'Uma permissão de um aplicativo foi revogada',
      text: 'O aplicativo não pode mais agir por você sem perguntar.',
    },
    'selfCustody.on': {
      title: 'Sua conta inteligente agora pertence a uma chave de acesso',
      text: 'Alguém conectado como você ativou a autocustódia. Sua conta inteligente tem um endereço novo, e só uma chave de acesso da sua carteira ou o código de recuperação podem enviar a partir dele.',
    },
    'selfCustody.off': {
      title: 'A autocustódia da sua conta inteligente foi desativada',
      text: 'Alguém conectado como você desativou a autocustódia. Sua carteira voltou a usar o endereço anterior. O que está no outro endereço continua lá, e só as chaves de acesso dele e o código de recuperação podem enviar.',
    },
    'selfCustody.changed': {
      title: 'Os proprietários da sua conta inteligente mudaram',
      text: 'Em uma das redes, mudaram as chaves de acesso que podem enviar a partir da sua conta inteligente. Uma das chaves de acesso dela ou o código de recuperação foi usado para isso. Se não foi você, envie o que está na conta para outra.',
    },
    'selfCustody.guarded': {
      title: 'Os guardiões da sua conta inteligente mudaram',
      text: 'Em uma das redes, mudaram as pessoas que juntas podem dar um novo proprietário à sua conta inteligente.',
    },
    'selfCustody.requested': {
      title: 'Seus guardiões querem substituir o proprietário da sua conta inteligente',
      text: 'Guardiões suficientes pediram que outra chave de acesso assuma sua conta inteligente em uma das redes. Se você não pediu isso a eles, cancele na página da sua carteira antes do fim do período de espera.',
    },
    'factor.added': {
      title: 'Sua carteira tem um segundo fator',
      text: 'Alguém conectado como você adicionou um segundo fator. A partir de agora, o login em um navegador novo e as mudanças importantes também exigem esse app autenticador ou uma chave de acesso.',
    },
    'factor.changed': {
      title: 'Seus segundos fatores foram alterados',
      text: 'Alguém conectado como você ativou ou desativou um app autenticador ou as chaves de acesso, e confirmou com um segundo fator. Sua carteira ainda tem um.',
    },
    'factor.removed': {
      title: 'Sua carteira não tem mais segundo fator',
      text: 'Navegadores novos fazem login sem ele, e transferências e mudanças não o exigem mais.',
    },
    'factor.renewed': {
      title: 'Seus códigos de backup foram substituídos',
      text: 'Os códigos anteriores não funcionam mais.',
    },
    'factor.limited': {
      title: 'O limite do seu segundo fator foi alterado',
      text: 'Alguém conectado como você alterou quanto sua carteira envia sem segundo fator.',
    },
    'factor.codeUsed': {
      title: 'Um código de backup da sua carteira foi usado',
      text: 'Alguém o usou no lugar do seu segundo fator. Ele funciona uma vez. Crie novos na página da sua carteira antes que acabem.',
    },
    'factor.refused': {
      title: 'Alguém está tentando adivinhar o código do seu segundo fator',
      text: 'Essa pessoa consegue fazer login como você, mas não tem seu segundo fator. Proteja sua conta de e-mail ou seu login. Nada foi aberto nem enviado.',
    },
    'factor.lost': {
      title: 'Seu segundo fator será removido',
      text: 'Alguém conectado como você informou que ele foi perdido. Ele é removido em 72 horas e continua necessário até lá.',
    },
    'factor.kept': {
      title: 'Seu segundo fator continua',
      text: 'Ele não foi removido: o aviso de perda foi cancelado.',
    },
    'factor.gone': {
      title: 'Seu segundo fator foi removido',
      text: 'Ele foi informado como perdido há 72 horas. Navegadores novos fazem login sem ele. Configure um novo na página da sua carteira.',
    },
    'devices.revoked': {
      title: 'Todos os navegadores foram desconectados da sua carteira',
      text: 'O provedor da carteira fez isso. Cada navegador precisa de um link por e-mail e de um código para entrar de novo.',
    },
    'user.frozen': {
      title: 'O provedor congelou sua carteira',
      text: 'Nada é assinado, exportado ou alterado, e ninguém pode entrar. Fale com o suporte do provedor da carteira.',
    },
    'user.unfrozen': {
      title: 'O provedor descongelou sua carteira',
      text: 'Ela pode assinar de novo.',
    },
    'wallet.frozen': {
      title: 'Sua carteira está congelada',
      text: 'Nada é assinado, exportado ou alterado, e nenhum navegador novo pode entrar. Isso termina após 72 horas. Você pode terminar antes na página da sua carteira, em um navegador que era conhecido um dia antes.',
    },
    'wallet.unfrozen': {
      title: 'Sua carteira não está mais congelada',
      text: 'Ela pode assinar de novo.',
    },
  },
  acts: {
    revoke: {
      label: 'Desconectar esse navegador',
      advice: 'Se não foi você, proteja primeiro sua conta de e-mail ou seu login e depois desconecte esse navegador.',
      question: 'Desconectar este navegador?',
      lead: 'Ele precisará de um link por e-mail e de um código para entrar de novo.',
      done: 'Esse navegador foi desconectado',
    },
    undo: {
      label: 'Desfazer esta alteração',
      advice:
        'Se não foi você, proteja primeiro sua conta de e-mail e depois desfaça isto. Você pode fazer isso por 72 horas.',
      question: 'Desfazer a alteração do seu e-mail?',
      lead: 'Você volta a entrar com este e-mail. Todos os navegadores são desconectados, e os que vieram com a alteração não são mais conhecidos.',
      done: 'A alteração foi desfeita',
    },
    cancel: {
      label: 'Cancelar a recuperação',
      advice: 'Se não foi você, cancele a recuperação. Se foi você, não faça nada.',
      question: 'Cancelar a recuperação?',
      lead: 'Sua carteira continua com o e-mail dela. O código de recuperação usado não vale mais: crie um novo.',
      done: 'A recuperação foi cancelada',
    },
    unlink: {
      label: 'Remover esse login',
      advice: 'Se não foi você, proteja primeiro sua conta de e-mail e depois remova esse login.',
      question: 'Remover este login da sua carteira?',
      lead: 'Ele não abre mais sua carteira, e os navegadores que entraram com ele são desconectados.',
      done: 'Esse login foi removido',
    },
    hold: {
      label: 'Cancelar a transferência',
      advice:
        'Se não foi você, cancele a transferência. Se foi você, não faça nada e peça-a de novo depois desse horário.',
      question: 'Cancelar a transferência?',
      lead: 'Transferências retidas nunca são feitas, e o navegador que as pediu é desconectado.',
      done: 'A transferência foi cancelada',
    },
    permission: {
      label: 'Revogar a permissão',
      advice: 'Se não foi você, revogue a permissão.',
      question: 'Revogar esta permissão?',
      lead: 'O aplicativo não pode mais agir por você sem perguntar. O que ele já fez permanece.',
      done: 'A permissão foi revogada',
    },
    seal: {
      label: 'Cancelar a selagem',
      advice:
        'Se não foi você, cancele antes que entre em vigor e depois proteja sua conta de e-mail. Se foi você, guarde bem o código impresso e não faça nada.',
      question: 'Cancelar a selagem da sua carteira?',
      lead: 'A carteira continua como está: nenhum código impresso é necessário para usá-la. O navegador que pediu é desconectado.',
      done: 'Sua carteira continua como está',
    },
    factor: {
      label: 'Remover',
      advice: 'Se não foi você, remova o segundo fator. Isso é possível por 72 horas.',
      question: 'Remover o segundo fator?',
      lead: 'Ele não é mais necessário para usar sua carteira. O navegador que o adicionou é desconectado.',
      done: 'O segundo fator foi removido',
    },
    keep: {
      label: 'Manter meu segundo fator',
      advice:
        'Se não foi você, mantenha-o e depois proteja sua conta de e-mail ou seu login. Se foi você, não faça nada.',
      question: 'Manter seu segundo fator?',
      lead: 'Ele não é removido. O navegador que o informou como perdido é desconectado.',
      done: 'Seu segundo fator continua',
    },
    freeze: {
      label: 'Congelar minha carteira',
      advice: 'Se não foi você, congele sua carteira.',
      question: 'Congelar sua carteira?',
      lead: 'Por 72 horas nada é assinado, exportado ou alterado, e nenhum navegador novo pode entrar. Você pode terminar antes na página da sua carteira, em um navegador que era conhecido um dia antes.',
      done: 'Sua carteira está congelada',
    },
  },
  emailLogin: 'E-mail',
  passkeyLogin: 'Chave de acesso',
  wallet: 'A página da sua carteira: navegadores, logins e avisos',
  page: {
    gone: 'Este link não vale mais',
    goneLead: 'Ele já foi usado ou expirou.',
    next: 'Se você não iniciou isto, proteja também sua conta de e-mail.',
    wasYou: 'Se foi você, feche esta página: nada muda.',
  },
}
