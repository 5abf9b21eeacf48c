{{- define "latchkey.name" -}}
{{ printf "%s-%s" .root.Release.Name .app | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "latchkey.selector" -}}
app.kubernetes.io/name: latchkey
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .app }}
{{- end }}

{{- define "latchkey.labels" -}}
{{ include "latchkey.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "latchkey.image" -}}
{{ .root.Values.image.registry }}/{{ .app }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{/* What all pods have in common: no account of the cluster, no root, spread over nodes. */}}
{{- define "latchkey.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
# two seconds in which endpoints are updated, 25 for pending requests, five to close; the relay needs 22
terminationGracePeriodSeconds: 45
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "latchkey.selector" . | nindent 8 }}
{{- end }}

{{- define "latchkey.container" -}}
image: {{ include "latchkey.image" . | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Probes of the port `http`: ready for new requests, and alive. */}}
{{- define "latchkey.probes" -}}
startupProbe:
  httpGet: { path: {{ .alive }}, port: http }
  periodSeconds: 2
  failureThreshold: 30
readinessProbe:
  httpGet: { path: {{ .ready }}, port: http }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 1
livenessProbe:
  httpGet: { path: {{ .alive }}, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
{{- end }}

{{/* The URLs of all custodies at a port: sites and the console continue with another one at once. */}}
{{- define "latchkey.custodies" -}}
{{- $name := include "latchkey.name" (dict "root" .root "app" "custody") }}
{{- range $index := until (int .root.Values.custody.replicas) }}
{{- if $index }},{{ end }}{{ printf "https://%s-%d.%s:%d" $name $index $name (int $.port) }}
{{- end }}
{{- end }}

{{- define "latchkey.env" -}}
{{- range $name, $value := . }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- end }}

{{/* Keys of certificates may be read by one user only, which a mounted Secret can't be: they are copied into memory. */}}
{{- define "latchkey.copyTls" -}}
- name: copy-tls
  {{- include "latchkey.container" . | nindent 2 }}
  command:
    - /usr/local/bin/node
    - --eval
    - for (const name of [{{ range $index, $file := .files }}{{ if $index }}, {{ end }}'{{ $file }}'{{ end }}]) fs.writeFileSync('/tls/' + name, fs.readFileSync('/secret/' + name), { mode: 0o600 })
  resources:
    limits: { memory: 128Mi }
  volumeMounts:
    - { name: tls-secret, mountPath: /secret, readOnly: true }
    - { name: tls, mountPath: /tls }
{{- end }}

{{- define "latchkey.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "latchkey.name" . }}
  labels:
    {{- include "latchkey.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "latchkey.selector" . | nindent 6 }}
{{- end }}

{{- define "latchkey.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "latchkey.name" . }}
  labels:
    {{- include "latchkey.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "latchkey.name" . }} }
  minReplicas: {{ .values.replicas }}
  maxReplicas: {{ .values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ .values.autoscaling.cpu }} } }
{{- end }}

{{- define "latchkey.service" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "latchkey.name" . }}
  labels:
    {{- include "latchkey.labels" . | nindent 4 }}
spec:
  selector:
    {{- include "latchkey.selector" . | nindent 4 }}
  ports:
    {{- range $name, $port := .ports }}
    - { name: {{ $name }}, port: {{ $port }}, targetPort: {{ $name }} }
    {{- end }}
{{- end }}
