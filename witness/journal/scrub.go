package journal

import "reflect"

// scrub gives a deep copy of the record in which every text went through the
// function. Texts of the closed vocabularies of this package have types of
// their own and are left alone; numbers are copied.
//
// It is the last thing that happens to a record, so that no member, present or
// future, brings a secret into evidence because somebody forgot it.
func scrub(record Record, text func(string) string) Record {
	copied := scrubValue(reflect.ValueOf(record), text)
	return copied.Interface().(Record)
}

var plainText = reflect.TypeFor[string]()

func scrubValue(value reflect.Value, text func(string) string) reflect.Value {
	switch value.Kind() {
	case reflect.String:
		if value.Type() == plainText {
			return reflect.ValueOf(text(value.String()))
		}
	case reflect.Pointer:
		if !value.IsNil() {
			copied := reflect.New(value.Type().Elem())
			copied.Elem().Set(scrubValue(value.Elem(), text))
			return copied
		}
	case reflect.Slice:
		if !value.IsNil() {
			copied := reflect.MakeSlice(value.Type(), value.Len(), value.Len())
			for i := range value.Len() {
				copied.Index(i).Set(scrubValue(value.Index(i), text))
			}
			return copied
		}
	case reflect.Struct:
		copied := reflect.New(value.Type()).Elem()
		for i := range value.NumField() {
			copied.Field(i).Set(scrubValue(value.Field(i), text))
		}
		return copied
	}
	return value
}
