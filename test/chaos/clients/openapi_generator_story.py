"""What a program does by the client that openapi-generator has written: book, list, move, meet a refusal."""

import json
import sys

import appointed_client
from appointed_client import (
    AppointmentsApi,
    BookAppointmentInput,
    FindSlotsRequest,
    RescheduleAppointmentRequest,
    SlotsApi,
)

base_url, key, *ids, start_date, end_date = sys.argv[1:]
customer_id, type_id = map(int, ids)
client = appointed_client.ApiClient(appointed_client.Configuration(host=base_url, access_token=key))
appointments, slots = AppointmentsApi(client), SlotsApi(client)
wish = {"appointment_type_id": type_id}
days = {"start_date": start_date, "end_date": end_date}


def search(asked):
    return slots.find_slots(find_slots_request=FindSlotsRequest.from_dict({**asked, **days})).data.recommended[0]


slot = search({**wish, "customer_id": customer_id}).to_dict()
time = {
    "start_time": slot["start_time"].isoformat(),
    "provider_id": slot["provider_id"],
    "location_id": slot["location_id"],
}
booking = {**wish, **time, "customer_id": customer_id}
booked = appointments.book_appointment(book_appointment_input=BookAppointmentInput.from_dict(booking)).data
listed = appointments.list_appointments(customer_id=customer_id, status="scheduled").data
other = search({"appointment_id": booked.id})
moved = appointments.reschedule_appointment(
    id=booked.id,
    reschedule_appointment_request=RescheduleAppointmentRequest.from_dict(
        {"start_time": other.to_dict()["start_time"].isoformat()}
    ),
).data
try:
    past = BookAppointmentInput.from_dict({**booking, "start_time": "2020-01-01T15:00:00.000Z"})
    appointments.book_appointment(book_appointment_input=past)
    refused = None
except appointed_client.ApiException as error:
    refused = json.loads(error.body)["error"]["code"]
print(
    json.dumps(
        {
            "booked": booked.status,
            "listed": booked.id in [each.id for each in listed],
            "moved": moved.start_time == other.start_time and moved.id == booked.id,
            "refused": refused,
        }
    )
)
