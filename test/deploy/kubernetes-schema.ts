import { type TProperties, type TSchema, Type } from 'typebox';

// The fields of the Kubernetes API that the manifests use, as closed schemas: a mistyped or misplaced field fails here as on a validating
// server. Source: the API reference of Kubernetes 1.31.

const closed = <P extends TProperties>(fields: P) => Type.Object(fields, { additionalProperties: false });
const name = Type.String({ pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$' });
const labels = Type.Record(Type.String(), Type.String());
const port = Type.Integer({ minimum: 1, maximum: 65_535 });
const quantity = Type.String({ pattern: '^[0-9]+(m|Mi|Gi|Ti)?$' });
const selector = closed({ matchLabels: labels });
const count = Type.Integer({ minimum: 1, maximum: 10_000 });
const id = Type.Integer({ minimum: 1, maximum: 65_534 });

const action = {
  httpGet: Type.Optional(closed({ path: Type.String({ pattern: '^/' }), port: name })),
  tcpSocket: Type.Optional(closed({ port: name })),
  exec: Type.Optional(closed({ command: Type.Array(Type.String()) })),
};
const probe = closed({
  ...action,
  periodSeconds: Type.Optional(count),
  timeoutSeconds: Type.Optional(count),
  failureThreshold: Type.Optional(count),
});

const container = closed({
  name,
  image: Type.String({ pattern: '^[a-z0-9./-]+(:[\\w.-]+)?$' }),
  command: Type.Optional(Type.Array(Type.String())),
  args: Type.Optional(Type.Array(Type.String())),
  env: Type.Optional(
    Type.Array(
      closed({
        name: Type.String({ pattern: '^[A-Z][A-Z0-9_]*$' }),
        value: Type.Optional(Type.String()),
        valueFrom: Type.Optional(
          closed({
            secretKeyRef: Type.Optional(closed({ name, key: Type.String() })),
            fieldRef: Type.Optional(closed({ fieldPath: Type.Enum(['status.podIP', 'metadata.name']) })),
          }),
        ),
      }),
    ),
  ),
  envFrom: Type.Optional(Type.Array(closed({ configMapRef: closed({ name }) }))),
  ports: Type.Array(closed({ name, containerPort: port })),
  startupProbe: Type.Optional(probe),
  livenessProbe: probe,
  readinessProbe: probe,
  resources: closed({
    requests: closed({ cpu: quantity, memory: quantity }),
    limits: closed({ memory: quantity }),
  }),
  securityContext: Type.Optional(
    closed({
      allowPrivilegeEscalation: Type.Literal(false),
      readOnlyRootFilesystem: Type.Literal(true),
      capabilities: closed({ drop: Type.Array(Type.Literal('ALL')) }),
    }),
  ),
  volumeMounts: Type.Optional(
    Type.Array(
      closed({ name, mountPath: Type.String({ pattern: '^/' }), subPath: Type.Optional(Type.String()) }),
    ),
  ),
});

const podTemplate = closed({
  metadata: closed({ labels, annotations: Type.Optional(labels) }),
  spec: closed({
    terminationGracePeriodSeconds: Type.Optional(count),
    automountServiceAccountToken: Type.Literal(false),
    securityContext: closed({
      runAsNonRoot: Type.Literal(true),
      runAsUser: id,
      runAsGroup: id,
      fsGroup: Type.Optional(id),
      seccompProfile: closed({ type: Type.Literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: Type.Optional(
      Type.Array(
        closed({
          maxSkew: count,
          topologyKey: Type.Literal('kubernetes.io/hostname'),
          whenUnsatisfiable: Type.Enum(['ScheduleAnyway', 'DoNotSchedule']),
          labelSelector: selector,
        }),
      ),
    ),
    affinity: Type.Optional(
      closed({
        podAntiAffinity: closed({
          requiredDuringSchedulingIgnoredDuringExecution: Type.Array(
            closed({ topologyKey: Type.Literal('kubernetes.io/hostname'), labelSelector: selector }),
          ),
        }),
      }),
    ),
    containers: Type.Array(container, { minItems: 1 }),
    volumes: Type.Optional(
      Type.Array(
        closed({
          name,
          emptyDir: Type.Optional(closed({ sizeLimit: quantity })),
          configMap: Type.Optional(closed({ name })),
        }),
      ),
    ),
  }),
});

const claims = Type.Array(
  closed({
    metadata: closed({ name }),
    spec: closed({
      accessModes: Type.Array(Type.Literal('ReadWriteOnce')),
      resources: closed({ requests: closed({ storage: quantity }) }),
    }),
  }),
);

const object = (apiVersion: string, kind: string, fields: TProperties) =>
  closed({
    apiVersion: Type.Literal(apiVersion),
    kind: Type.Literal(kind),
    metadata: closed({ name, namespace: Type.Optional(name) }),
    ...fields,
  });

/** Schema of each kind of document. */
export const kubernetesSchemas: Readonly<Record<string, TSchema>> = {
  Namespace: object('v1', 'Namespace', {}),
  ConfigMap: object('v1', 'ConfigMap', { data: labels }),
  Secret: object('v1', 'Secret', { type: Type.Literal('Opaque'), stringData: labels }),
  Deployment: object('apps/v1', 'Deployment', {
    spec: closed({
      replicas: count,
      strategy: closed({
        type: Type.Optional(Type.Enum(['RollingUpdate', 'Recreate'])),
        rollingUpdate: Type.Optional(
          closed({ maxSurge: Type.Integer({ minimum: 0 }), maxUnavailable: Type.Integer({ minimum: 0 }) }),
        ),
      }),
      selector,
      template: podTemplate,
    }),
  }),
  StatefulSet: object('apps/v1', 'StatefulSet', {
    spec: closed({
      serviceName: name,
      replicas: count,
      podManagementPolicy: Type.Optional(Type.Enum(['Parallel', 'OrderedReady'])),
      selector,
      template: podTemplate,
      volumeClaimTemplates: claims,
    }),
  }),
  Service: object('v1', 'Service', {
    spec: closed({
      clusterIP: Type.Optional(Type.Literal('None')),
      publishNotReadyAddresses: Type.Optional(Type.Boolean()),
      selector: labels,
      ports: Type.Array(closed({ name, port, targetPort: name })),
    }),
  }),
  PodDisruptionBudget: object('policy/v1', 'PodDisruptionBudget', {
    spec: closed({ minAvailable: Type.Optional(count), maxUnavailable: Type.Optional(count), selector }),
  }),
  HorizontalPodAutoscaler: object('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: closed({
      scaleTargetRef: closed({ apiVersion: Type.String(), kind: Type.String(), name }),
      minReplicas: count,
      maxReplicas: count,
      metrics: Type.Array(
        closed({
          type: Type.Literal('Resource'),
          resource: closed({
            name: Type.Literal('cpu'),
            target: closed({ type: Type.Literal('Utilization'), averageUtilization: count }),
          }),
        }),
      ),
    }),
  }),
  Ingress: object('networking.k8s.io/v1', 'Ingress', {
    spec: closed({
      tls: Type.Array(closed({ hosts: Type.Array(Type.String()), secretName: name })),
      rules: Type.Array(
        closed({
          host: Type.String(),
          http: closed({
            paths: Type.Array(
              closed({
                path: Type.String({ pattern: '^/' }),
                pathType: Type.Literal('Prefix'),
                backend: closed({ service: closed({ name, port: closed({ name }) }) }),
              }),
            ),
          }),
        }),
      ),
    }),
  }),
};
